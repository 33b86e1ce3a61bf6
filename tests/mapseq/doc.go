// Package mapseq tests the device data environment with random sequences of
// target, target data, target enter data, target exit data and target update
// over arrays, pointers, nested structures and the pointers in them.
//
// A model (model.go) holds what the specification says about presence,
// reference counts and contents; generate.go draws sequences that are conforming
// in the model's eyes. A C program has some hundred constructs that read the bounds of
// their sections; it runs any number of sequences of them, given as numbers, and
// checks the whole state against the model's prediction after every step.
package mapseq
