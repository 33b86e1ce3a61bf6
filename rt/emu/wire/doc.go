// Package wire is the protocol between the runtime and the emulator's process,
// over sockets: one request, its data, one reply, its data. Requests at the same
// time have connections of their own.
//
// It takes and gives messages. It must not know what they are for, and imports
// little, since it is part of every program.
package wire
