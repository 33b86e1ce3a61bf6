# Installs the archive of `make dist`, which has to lie in the folder where spack is called.
import os

from spack.package import *


class Ompcc(Package):
    """OpenMP offload compiler for C: NVIDIA and AMD GPUs, and CPU devices."""

    manual_download = True
    license("Apache-2.0 WITH LLVM-exception")

    version("@VERSION@", sha256="@SHA256@")

    depends_on("llvm@17:22+clang+lld", type=("build", "run"))
    conflicts("platform=darwin")
    requires("target=x86_64:", msg="the archive has programs for x86-64")

    def url_for_version(self, version):
        return f"file://{os.getcwd()}/ompcc-{version}-linux-amd64.tar.xz"

    def install(self, spec, prefix):
        install_tree(".", prefix)

    def setup_run_environment(self, env):
        env.set("OMPCC_LLVM", self.spec["llvm"].prefix)

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check(self):
        with open("check.c", "w") as f:
            f.write("int main(void) {\n int host = 1;\n#pragma omp target map(host)\n host = 0;\n return host;\n}\n")
        compiler = Executable(self.prefix.bin.ompcc)
        compiler.add_default_env("OMPCC_LLVM", self.spec["llvm"].prefix)
        compiler("-fopenmp-targets=cpu,nvptx", "check.c", "-o", "check")
        program = Executable(join_path(os.getcwd(), "check"))
        program(extra_env={"OMP_TARGET_OFFLOAD": "MANDATORY"})
        program(extra_env={"OMP_TARGET_OFFLOAD": "MANDATORY", "OMPCC_EMULATE": "nvptx"})
