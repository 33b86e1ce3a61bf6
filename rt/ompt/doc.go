// Package ompt turns what is done to a device into the events of OpenMP's tool
// interface (OpenMP 5.2 §19, OMPT). Wrap puts a layer round a device.Device
// that tells Events about every allocation, transfer and deletion, before and
// after: the data environment calls the device as without a tool, and no call
// site can forget an end.
//
// Events is implemented by the C dispatcher in rt/capi, which holds the tool's
// callbacks, the ids and the construct that the calling thread is in. This
// package must not know tools, callbacks or maps.
package ompt
