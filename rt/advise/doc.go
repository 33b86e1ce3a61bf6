// Package advise finds transfers and launches that a program could do without (OMPCC_ADVISE). It hears of each
// transfer, launch and construct, keeps what it needs to compare them, and says at the end what was lost where, and
// which pragma to write.
//
// What it says rests on values and counts: that data is sent again unchanged is known from hashes of its bytes, what a
// kernel reads and writes from the region IR (abi.FlagReadOnly, abi.FlagUnread). Where it is not known it says nothing.
package advise
