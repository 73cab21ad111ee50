// Runs a kernel on the CPU, block after block.
#pragma once

#include <string>

#include "cuda.h"
#include "kernels.h"
#include "memory.h"

namespace emulator {

struct Grid {
    unsigned x, y, z;
};

// CUDA_SUCCESS, or what a device would say, with the message in words. values are as kernelParams.
CUresult run(const Kernel& kernel, Grid grid, int threads, size_t sharedBytes, void** values, const Allocations& memory, bool backwards,
             std::string& message);

}  // namespace emulator
