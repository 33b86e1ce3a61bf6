# gdb -x …/share/ompcc/gdb.py program: the command "info ompcc mappings [DEVICE]" lists what is mapped on each device.
#
# It reads the map tables in the program's memory and calls nothing in it. The runtime says in __ompcc_debug where they
# are (rt/capi/entry/direct.c, rt/dataenv/debug.go).
import struct

import gdb

INFINITE = 2**31 - 1
FIELDS = ("table", "slabs", "order", "nchunks", "n", "id", "slab_size", "entry_size",
          "host", "size", "dev", "site", "name", "refs")


def memory(address, size):
    return bytes(gdb.selected_inferior().read_memory(address, size))


def word(address):
    return struct.unpack("<Q", memory(address, 8))[0]


def text(address):
    """The C string at an address."""
    found = b""
    while address and b"\0" not in found and len(found) < 1000:
        found += memory(address + len(found), 1)
    return found.rstrip(b"\0").decode(errors="replace")


class Runtime:
    """What __ompcc_debug says."""

    def __init__(self):
        try:
            at = int(gdb.parse_and_eval("&__ompcc_debug"))
        except gdb.error:
            raise gdb.GdbError("the program has no symbols of ompcc's runtime: it was not linked by ompcc, or it is stripped")
        version, devices = struct.unpack("<II", memory(at, 8))
        if version != 1:
            raise gdb.GdbError("this script is for another version of ompcc's runtime")
        self.at = dict(zip(FIELDS, struct.unpack("<14I", memory(at + 8, 56))))
        self.environments = struct.unpack("<%dQ" % devices, memory(at + 64, 8 * devices))

    def entries(self, device):
        """The addresses of a device's entries, by host address."""
        table = word(self.environments[device] + self.at["table"])
        slabs, order = word(table + self.at["slabs"]), word(table + self.at["order"])
        for k in range(word(table + self.at["nchunks"])):
            chunk = word(order + 8 * k)
            n = word(chunk + self.at["n"])
            for entry in struct.unpack("<%dI" % n, memory(chunk + self.at["id"], 4 * n)):
                slab = word(slabs + 8 * (entry // self.at["slab_size"]))
                yield slab + entry % self.at["slab_size"] * self.at["entry_size"]

    def describe(self, entry):
        host, size, dev, site, name = (word(entry + self.at[f]) for f in ("host", "size", "dev", "site", "name"))
        refs = struct.unpack("<i", memory(entry + self.at["refs"], 4))[0]
        count = "always" if refs == INFINITE else "count %d" % refs
        line = "  %-16s %10d bytes at 0x%x, on the device at 0x%x, %s" % (text(name) or "?", size, host, dev, count)
        if site:  # __ompcc_construct_t: version, kind, file, function, line
            line += ", since %s:%d" % (text(word(site + 8)), struct.unpack("<I", memory(site + 24, 4))[0])
        return line


class InfoOmpcc(gdb.Command):
    """Information on ompcc's runtime."""

    def __init__(self):
        super().__init__("info ompcc", gdb.COMMAND_STATUS, prefix=True)


class InfoMappings(gdb.Command):
    """List what is mapped on each device of OpenMP, or on DEVICE: info ompcc mappings [DEVICE]."""

    def __init__(self):
        super().__init__("info ompcc mappings", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        runtime = Runtime()
        devices = [int(gdb.parse_and_eval(argument))] if argument else range(len(runtime.environments))
        used = False
        for device in devices:
            if not 0 <= device < len(runtime.environments):
                raise gdb.GdbError("there is no device %d" % device)
            if not runtime.environments[device]:
                continue
            used = True
            entries = [runtime.describe(e) for e in runtime.entries(device)]
            print("device %d: %d mapping%s" % (device, len(entries), "" if len(entries) == 1 else "s"))
            for line in entries:
                print(line)
        if not used:
            print("no device is in use")


InfoOmpcc()
InfoMappings()
