package abi

// A reverse-offload region on a GPU (OpenMP 5.2 §13.8) sends the host a list of rows of four
// words: flags, an address on the device, a number of bytes, and an address on the host. The first rows
// are the variables of the region's function, in their order.
const (
	// ReverseIn: the bytes are sent to the host; ReverseOut: they come back.
	ReverseIn  = 1 << 0
	ReverseOut = 1 << 1
	// ReverseHost: the storage is the host's, at its address.
	ReverseHost = 1 << 2
	// ReverseWord: the host's address is the value of a pointer.
	ReverseWord = 1 << 3
	// ReversePointer: the bytes are a pointer on the device; the host's has the address of
	// what corresponds to that on the host, if there is something.
	ReversePointer = 1 << 4
	// ReverseFind: the bytes are those that a pointer points to; where the host has them, only
	// ReverseAlways moves them.
	ReverseFind   = 1 << 5
	ReverseAlways = 1 << 6
	// ReversePart: the bytes are a part of a variable.
	ReversePart = 1 << 7
	// ReverseCell: the pointer of ReverseFind is at the row's second address, which is the device's, too, in a row
	// before.
	ReverseCell = 1 << 8
	// ReverseSlot: from this bit on the number of the variable of ReverseFind and ReversePart, from 1.
	ReverseSlot = 32
)

// ReversePlain in the number of rows of a CPU device: the host has nothing to look up or to move, where it is the
// device's process.
const ReversePlain = 1 << 31

// ReverseMailbox is a variable of images with such regions. It holds the address of their mailbox and its
// number of slots.
const ReverseMailbox = "__ompcc_reverse"

// Layout of a mailbox. A slot holds its state, a number of bytes, and these bytes. One doorbell, a word, follows
// for each ticket: its value changes when the host has news for the ticket.
const (
	MailSlots     = 8
	MailSlotSize  = 16 << 10
	MailDoorbells = MailSlotSize / 4
	MailState     = 0
	MailBytes     = 8
	MailData      = 16
)

// MailTicket is the length in bytes of a request that asks for the answer to a ticket; no other request has it.
// The host's reply begins with 0 if the answer follows, else with a ticket and the value of its doorbell.
const MailTicket = 16

// States of a slot.
const (
	MailFree     = 0
	MailPosted   = 1 // a thread of the device waits for the host
	MailTaken    = 2 // a thread of the host works on it
	MailAnswered = 3
)
