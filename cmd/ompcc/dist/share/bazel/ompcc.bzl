"""A toolchain of Bazel for C and C++: ompcc compiles C, ompcc++ C++ and links.

In WORKSPACE: local_repository(name = "ompcc_bazel", path = "/usr/share/ompcc/bazel"),
load("@ompcc_bazel//:ompcc.bzl", "ompcc_configure") and ompcc_configure(name = "ompcc").
In .bazelrc: build --incompatible_enable_cc_toolchain_resolution (the default since Bazel 7).
"""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "ACTION_NAMES")
load("@bazel_tools//tools/cpp:cc_toolchain_config_lib.bzl", "feature", "flag_group", "flag_set", "tool_path")

def _flags(name, actions, flags):
    sets = [flag_set(actions = actions, flag_groups = [flag_group(flags = flags)])] if flags else []
    return feature(name = name, enabled = True, flag_sets = sets)

def _config(ctx):
    compile = [ACTION_NAMES.c_compile, ACTION_NAMES.cpp_compile, ACTION_NAMES.preprocess_assemble]
    link = [ACTION_NAMES.cpp_link_executable, ACTION_NAMES.cpp_link_dynamic_library, ACTION_NAMES.cpp_link_nodeps_dynamic_library]
    targets = ["-fopenmp-targets=" + ctx.attr.targets] if ctx.attr.targets else []
    return cc_common.create_cc_toolchain_config_info(
        ctx = ctx,
        toolchain_identifier = "ompcc",
        host_system_name = "local",
        target_system_name = "local",
        target_cpu = "k8",
        target_libc = "local",
        compiler = "ompcc",
        abi_version = "local",
        abi_libc_version = "local",
        cxx_builtin_include_directories = ctx.attr.include_directories,
        tool_paths = [tool_path(name = name, path = path) for name, path in ctx.attr.tools.items()],
        features = [
            feature(name = "supports_dynamic_linker", enabled = True),
            feature(name = "supports_pic", enabled = True),
            _flags("ompcc_compile", compile, targets + ["-no-canonical-prefixes"]),
            _flags("ompcc_link", link, targets),
        ],
    )

ompcc_toolchain_config = rule(
    implementation = _config,
    attrs = {
        "include_directories": attr.string_list(),
        "targets": attr.string(),
        "tools": attr.string_dict(mandatory = True),
    },
    provides = [CcToolchainConfigInfo],
)

_BUILD = """
load("@ompcc_bazel//:ompcc.bzl", "ompcc_toolchain_config")

package(default_visibility = ["//visibility:public"])

filegroup(name = "empty")

ompcc_toolchain_config(
    name = "config",
    include_directories = {directories},
    targets = {targets},
    tools = {tools},
)

cc_toolchain(
    name = "compiler",
    all_files = ":empty",
    compiler_files = ":empty",
    dwp_files = ":empty",
    linker_files = ":empty",
    objcopy_files = ":empty",
    strip_files = ":empty",
    toolchain_config = ":config",
)

toolchain(
    name = "toolchain",
    exec_compatible_with = ["@platforms//os:linux", "@platforms//cpu:x86_64"],
    target_compatible_with = ["@platforms//os:linux", "@platforms//cpu:x86_64"],
    toolchain = ":compiler",
    toolchain_type = "@bazel_tools//tools/cpp:toolchain_type",
)
"""

def _find(ctx, name):
    path = ctx.which(name)
    if not path:
        fail("no %s in PATH" % name)
    return str(path)

def _configure(ctx):
    compiler = ctx.os.environ.get("OMPCC") or _find(ctx, "ompcc")
    tools = {"gcc": compiler + "++"}
    for name in ["ar", "cpp", "gcov", "ld", "nm", "objcopy", "objdump", "strip"]:
        tools[name] = _find(ctx, name)
    said = ctx.execute([compiler + "++", "-E", "-v", "-x", "c++", "/dev/null"]).stderr
    lines = said.partition("#include <...> search starts here:\n")[2].partition("\nEnd of search list.")[0].split("\n")
    prefix = ctx.path(compiler).dirname.dirname
    ctx.file("BUILD", _BUILD.format(
        directories = repr([str(ctx.path(line.strip())) for line in lines] + ["%s/include" % prefix]),
        targets = repr(ctx.attr.targets),
        tools = repr(tools),
    ))

ompcc_configure = repository_rule(
    implementation = _configure,
    attrs = {"targets": attr.string(doc = "the list for -fopenmp-targets; empty: ompcc's default")},
    environ = ["PATH", "OMPCC", "OMPCC_CC", "OMPCC_LLVM"],
)
