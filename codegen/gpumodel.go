package codegen

func newGPUModel() execModel { return &cpuModel{} }
