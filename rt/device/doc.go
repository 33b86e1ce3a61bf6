// Package device says what an offload device is to the runtime: memory that
// can be allocated, copied and filled, images that can be loaded, and kernels
// that can be launched. Plugins (rt/cpu, rt/cuda, rt/hsa, rt/emu/plugin) implement it; the data
// environment and the tool interface use it. It knows neither maps nor events,
// and the conformance suite (device/devicetest) is run on every plugin.
package device
