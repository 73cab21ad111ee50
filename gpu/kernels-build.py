"""Compiles the kernels; see kernels-build, which starts this with a Python that has NVRTC."""

import argparse
import concurrent.futures
import ctypes
import gzip
import hashlib
import importlib.metadata
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MODULE = pathlib.Path(__file__).resolve().parent
SOURCES = MODULE / "src/main/cuda"
RESOURCES = MODULE / "src/main/resources/io/tokenrouter/gpu/kernels"
# kernels of tests that also run on GPUs, as PTX alone
PROBES = ["probe", "weights_probe"]
PROBE_SOURCES = MODULE / "src/test/cuda"
PROBE_RESOURCES = MODULE / "src/test/resources/io/tokenrouter/gpu/kernels"
MADE = MODULE / "target/kernel-images"
VERSION = "12.4.127"
PTX_VERSION = ".version 8.4"
CUBINS = ["sm_80", "sm_86", "sm_89", "sm_90"]
PTX = ["compute_70", "compute_80"]
# nvcc 13 knows nothing older than 7.5, which takes the same plain code as 7.0
NVCC_ARCHITECTURES = ["sm_75"] + CUBINS


class Nvrtc:
    """The runtime compiler, as far as it is needed here."""

    def __init__(self):
        package = importlib.metadata.distribution("nvidia-cuda-nvrtc-cu12")
        if package.version != VERSION:
            sys.exit(f"nvidia-cuda-nvrtc-cu12 is {package.version}; the kernels are built with {VERSION}")
        library = [f for f in package.files if f.name == "libnvrtc.so.12"][0]
        self.library = ctypes.CDLL(str(package.locate_file(library)))

    def compile(self, name, source, headers, architecture):
        """The image of a file for an architecture. Warnings end the build."""
        program = ctypes.c_void_p()
        names = (ctypes.c_char_p * len(headers))(*[each.encode() for each in headers])
        texts = (ctypes.c_char_p * len(headers))(*headers.values())
        self._check(
            self.library.nvrtcCreateProgram(
                ctypes.byref(program), source, name.encode(), len(headers), texts, names
            )
        )
        options = [b"--gpu-architecture=" + architecture.encode(), b"--std=c++17"]
        result = self.library.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
        log = self._read(program, "ProgramLog").rstrip(b"\0").decode().strip()
        if result != 0 or log:
            sys.exit(f"{name} for {architecture}:\n{log}")
        if architecture.startswith("sm_"):
            image = self._read(program, "CUBIN")
        else:
            image = self._read(program, "PTX").rstrip(b"\0")
            if PTX_VERSION.encode() not in image:
                sys.exit(f"{name}: the PTX is not of {PTX_VERSION}")
        self.library.nvrtcDestroyProgram(ctypes.byref(program))
        return image

    def _read(self, program, what):
        size = ctypes.c_size_t()
        self._check(getattr(self.library, f"nvrtcGet{what}Size")(program, ctypes.byref(size)))
        buffer = ctypes.create_string_buffer(size.value)
        self._check(getattr(self.library, f"nvrtcGet{what}")(program, buffer))
        return buffer.raw

    def _check(self, result):
        if result != 0:
            self.library.nvrtcGetErrorString.restype = ctypes.c_char_p
            sys.exit(f"NVRTC: {self.library.nvrtcGetErrorString(result).decode()}")


def source_hash():
    """SHA-256 of the names and contents of all sources; a test computes the same."""
    digest = hashlib.sha256()
    for file in sorted(SOURCES.iterdir()):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def included(source, headers, found):
    """Names and contents of the headers that a source includes, and of those that they include."""
    for name in re.findall(rb'#include "([^"]+)"', source):
        if name.decode() in headers and name not in found:
            found[name] = headers[name.decode()]
            included(found[name], headers, found)
    return found


def image_of(name, source, headers, architecture, fresh):
    """An image; one that was made before of the same sources is taken again, unless it shall be made afresh."""
    digest = hashlib.sha256(f"{VERSION} {name} {architecture}\0".encode() + source)
    for header, content in sorted(included(source, headers, {}).items()):
        digest.update(b"\0" + header + b"\0" + content)
    known = MADE / digest.hexdigest()
    if known.exists() and not fresh:
        return known.read_bytes()
    try:
        image = Nvrtc().compile(name, source, headers, architecture)
    except SystemExit as e:
        # a process of its own, which must not just end
        raise RuntimeError(e.code) from None
    MADE.mkdir(parents=True, exist_ok=True)
    partial = known.with_suffix(f".{os.getpid()}")
    partial.write_bytes(image)
    partial.rename(known)
    return image


def build(output, fresh):
    nvrtc = Nvrtc()
    headers = {file.name: file.read_bytes() for file in sorted(SOURCES.glob("*.cuh"))}
    units = sorted(SOURCES.glob("*.cu"))
    jobs = {}
    # a process for each image: the compiler works on one at a time, and numbers calls by all that it has compiled before
    with multiprocessing.Pool(maxtasksperchild=1) as workers:
        for unit in units:
            for architecture in PTX + CUBINS:
                ending = "ptx" if architecture in PTX else "cubin"
                job = workers.apply_async(image_of, (unit.name, unit.read_bytes(), headers, architecture, fresh))
                jobs[f"{unit.stem}.{architecture}.{ending}.gz"] = job
        try:
            images = {name: gzip.compress(job.get(), 9, mtime=0) for name, job in jobs.items()}
        except RuntimeError as e:
            sys.exit(str(e))
    output.mkdir(parents=True, exist_ok=True)
    for old in output.glob("*.gz"):
        old.unlink()
    for name, image in images.items():
        (output / name).write_bytes(image)
    size = sum(len(image) for image in images.values())
    (output / "units").write_text("".join(unit.stem + "\n" for unit in units))
    (output / "sources.sha256").write_text(source_hash() + "\n")
    print(f"{len(units)} files of kernels, {size / 1024:.0f} KiB of images")
    if output == RESOURCES:
        build_probes(nvrtc, headers)


def build_probes(nvrtc, headers):
    PROBE_RESOURCES.mkdir(parents=True, exist_ok=True)
    for unit in PROBES:
        source = (PROBE_SOURCES / f"{unit}.cu").read_bytes()
        image = nvrtc.compile(f"{unit}.cu", source, headers, PTX[0])
        (PROBE_RESOURCES / f"{unit}.{PTX[0]}.ptx").write_bytes(image)


def assembled(nvcc, unit, architecture):
    """What the second compiler's assembler says of a file."""
    with tempfile.NamedTemporaryFile(suffix=".cubin") as image:
        command = [nvcc, f"-arch={architecture}", "-cubin", "-std=c++17", "-Werror", "all-warnings", "-Xptxas", "-v"]
        done = subprocess.run(command + [str(unit), "-o", image.name], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{unit.name} for {architecture}:\n{done.stderr}")
    return done.stderr


def report(nvcc):
    """Compiles everything with a second compiler and prints registers, shared memory and spills of each kernel as a table."""
    kernels = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        pairs = [(unit, each) for unit in sorted(SOURCES.glob("*.cu")) for each in NVCC_ARCHITECTURES]
        said = workers.map(lambda pair: assembled(nvcc, *pair), pairs)
        try:
            for (unit, architecture), text in zip(pairs, said):
                parse(text, unit.stem, architecture, kernels)
        except RuntimeError as e:
            workers.shutdown(cancel_futures=True)
            sys.exit(str(e))
    print("| kernel | file | " + " | ".join(NVCC_ARCHITECTURES) + " |")
    print("| --- " * (2 + len(NVCC_ARCHITECTURES)) + "|")
    for (unit, name), figures in sorted(kernels.items()):
        cells = [figures.get(architecture, "") for architecture in NVCC_ARCHITECTURES]
        print(f"| `{name}` | {unit} | " + " | ".join(cells) + " |")
    print("\nRegisters of a thread / bytes of static shared memory of a block; bytes spilled in bold where there are any.")


def parse(text, unit, architecture, kernels):
    name = None
    spilled = 0
    for line in text.splitlines():
        if found := re.search(r"Compiling entry function '(\w+)'", line):
            name = found[1]
        elif found := re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", line):
            spilled = int(found[1]) + int(found[2])
        elif (found := re.search(r"Used (\d+) registers", line)) and name:
            shared = re.search(r"(\d+) bytes smem", line)
            cell = f"{found[1]} / {shared[1] if shared else 0}" + (f" **{spilled}**" if spilled else "")
            kernels.setdefault((unit, name), {})[architecture] = cell
            name = None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", type=pathlib.Path, default=RESOURCES)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--nvcc")
    options = parser.parse_args()
    if options.nvcc:
        report(options.nvcc)
    else:
        build(options.output, options.fresh)


if __name__ == "__main__":
    main()
