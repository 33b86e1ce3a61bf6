package ir

import "github.com/llir/llvm/ir/enum"

var linkages = map[string]enum.Linkage{
	"internal": enum.LinkageInternal, "external": enum.LinkageExternal, "private": enum.LinkagePrivate,
	"weak_odr": enum.LinkageWeakODR, "weak": enum.LinkageWeak,
	"extern_weak": enum.LinkageExternWeak, "linkonce": enum.LinkageLinkOnce, "linkonce_odr": enum.LinkageLinkOnceODR,
	"appending": enum.LinkageAppending,
}

// Linkage is that of LLVM's name, "" for the default.
func Linkage(name string) enum.Linkage { return linkages[name] }

var callingConvs = map[string]enum.CallingConv{
	"ptx_kernel": enum.CallingConvPTXKernel, "amdgpu_kernel": enum.CallingConvAMDGPUKernel,
	"spir_kernel": enum.CallingConvSPIRKernel,
}

// CallingConv is that of LLVM's name, "" for C's.
func CallingConv(name string) enum.CallingConv { return callingConvs[name] }

var visibilities = map[string]enum.Visibility{"hidden": enum.VisibilityHidden, "protected": enum.VisibilityProtected}

// Visibility is that of LLVM's name, "" for the default.
func Visibility(name string) enum.Visibility { return visibilities[name] }
