package dataenv

import "ompcc/rt/abi"

const (
	itemMap           = abi.ItemMap
	itemAttach        = abi.ItemAttach
	itemValue         = abi.ItemValue
	itemPointer       = abi.ItemPointer
	itemDevicePtr     = abi.ItemDevicePtr
	itemUseDevicePtr  = abi.ItemUseDevicePtr
	itemUseDeviceAddr = abi.ItemUseDeviceAddr
	itemCopy          = abi.ItemCopy

	flagTo           = abi.FlagTo
	flagFrom         = abi.FlagFrom
	flagAlways       = abi.FlagAlways
	flagDelete       = abi.FlagDelete
	flagPresent      = abi.FlagPresent
	flagSelf         = abi.FlagSelf
	flagImplicit     = abi.FlagImplicit
	flagParam        = abi.FlagParam
	flagSpan         = abi.FlagSpan
	flagMember       = abi.FlagMember
	flagNullIfAbsent = abi.FlagNullIfAbsent
	flagHold         = abi.FlagHold
	flagStrided      = abi.FlagStrided
	flagMapper       = abi.FlagMapper
	flagIfPresent    = abi.FlagIfPresent
	flagPart         = abi.FlagPart
	flagPointer      = abi.FlagPointer
	flagMapped       = abi.FlagMapped
	flagAlignShift   = abi.FlagAlignShift
	flagAlignMask    = abi.FlagAlignMask
)
