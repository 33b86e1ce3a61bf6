package codegen

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
)

const (
	tlsGeneric          = enum.TLSModelGeneric
	visibilityProtected = enum.VisibilityProtected
	visibilityHidden    = enum.VisibilityHidden
)

func linkageOf(name string) enum.Linkage {
	switch name {
	case "internal":
		return enum.LinkageInternal
	case "external":
		return enum.LinkageExternal
	case "private":
		return enum.LinkagePrivate
	case "weak_odr":
		return enum.LinkageWeakODR
	case "weak":
		return enum.LinkageWeak
	case "extern_weak":
		return enum.LinkageExternWeak
	case "linkonce":
		return enum.LinkageLinkOnce
	case "linkonce_odr":
		return enum.LinkageLinkOnceODR
	case "appending":
		return enum.LinkageAppending
	}
	return enum.LinkageNone
}

type irInst = ir.Instruction

func callingConv(name string) enum.CallingConv {
	return map[string]enum.CallingConv{"ptx_kernel": enum.CallingConvPTXKernel, "amdgpu_kernel": enum.CallingConvAMDGPUKernel, "spir_kernel": enum.CallingConvSPIRKernel}[name]
}
