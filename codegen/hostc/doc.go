// Package hostc writes the host side of a translation unit: the preprocessed C
// text with every device construct replaced by calls of the runtime.
//
// It takes lower's Program and edits the unit's text by byte offset. Everything that is not a device construct
// reaches the host compiler exactly as the user wrote it, and line markers keep its diagnostics and debug
// information on the user's lines. Constant descriptions of the constructs (rt/abi's __ompcc_construct_t and
// friends) go before the text, the unit's table of kernels and variables behind it.
//
// It must not know what a map clause means, nor anything of device code:
// which items a construct has, and which C expressions give their addresses,
// is lower's business.
package hostc
