#include "launch.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <memory>

#include "block.h"
#include "emulator.h"
#include "faults.h"

namespace emulator {

char* dynamic_shared;

namespace {

struct Launch {
    const Kernel* kernel;
    Grid grid;
    int threads;
    void** values;
    const GuardedMemory* shared;
    bool backwards;
    bool sharedDamaged;
};

void run_thread(void* argument) {
    const Launch* launch = (const Launch*)argument;
    launch->kernel->run(launch->values);
}

void run_blocks(void* argument) {
    Launch* launch = (Launch*)argument;
    const Grid& grid = launch->grid;
    long long blocks = (long long)grid.x * grid.y * grid.z;
    for (long long i = 0; i < blocks; i++) {
        long long block = launch->backwards ? blocks - 1 - i : i;
        blockIdx = {(unsigned)(block % grid.x), (unsigned)(block / grid.x % grid.y), (unsigned)(block / grid.x / grid.y)};
        if (launch->kernel->sharedBytes > 0) {
            memset(launch->kernel->shared, 0xff, launch->kernel->sharedBytes);
        }
        if (launch->shared->bytes() > 0) {
            memset(launch->shared->data(), 0xff, launch->shared->bytes());
        }
        run_block(launch->threads, launch->backwards, run_thread, launch);
        if (block_failure == nullptr && !launch->shared->intact()) {
            launch->sharedDamaged = true;
        }
        if (block_failure != nullptr || launch->sharedDamaged) {
            return;
        }
    }
}

std::string where(const Kernel& kernel) {
    char text[300];
    snprintf(text, sizeof text, "kernel %s, block (%u, %u, %u) of (%u, %u, %u), thread %u of %u: ", kernel.name, blockIdx.x, blockIdx.y,
             blockIdx.z, gridDim.x, gridDim.y, gridDim.z, threadIdx.x, blockDim.x);
    return text;
}

bool is_close_behind(uintptr_t address, const GuardedMemory& memory) {
    return address >= (uintptr_t)memory.data() && address < (uintptr_t)memory.data() + memory.bytes() + 4096 + ALIGNMENT;
}

}  // namespace

CUresult run(const Kernel& kernel, Grid grid, int threads, size_t sharedBytes, void** values, const Allocations& memory, bool backwards,
             std::string& message) {
    // kept for the next launch, which often has as much; never destroyed, as launches go on while a process ends
    static std::unique_ptr<GuardedMemory>& shared = *new std::unique_ptr<GuardedMemory>;
    if (!shared || shared->bytes() != sharedBytes || !shared->intact()) {
        shared.reset(new GuardedMemory(sharedBytes));
    }
    dynamic_shared = shared->data();
    gridDim = {grid.x, grid.y, grid.z};
    blockDim = {(unsigned)threads, 1, 1};
    Launch launch = {&kernel, grid, threads, values, shared.get(), backwards, false};
    Fault fault;
    block_failure = nullptr;
    if (!guarded_run(run_blocks, &launch, fault)) {
        message = where(kernel);
        switch (fault.signal) {
            case SIGSEGV:
            case SIGBUS:
                message += "accesses " + (is_close_behind(fault.address, *shared)
                                                  ? std::string("more than the dynamic shared memory of its block")
                                                  : memory.describe(fault.address));
                return CUDA_ERROR_ILLEGAL_ADDRESS;
            default:
                message += strsignal(fault.signal);
                return CUDA_ERROR_LAUNCH_FAILED;
        }
    }
    if (block_failure != nullptr) {
        message = where(kernel) + block_failure;
        return strstr(block_failure, "misaligned") != nullptr ? CUDA_ERROR_MISALIGNED_ADDRESS : CUDA_ERROR_LAUNCH_FAILED;
    }
    if (launch.sharedDamaged) {
        message = where(kernel) + "wrote outside of the dynamic shared memory of its block";
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
    std::string damage = memory.damage();
    if (!damage.empty()) {
        message = std::string("kernel ") + kernel.name + " " + damage;
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
    return CUDA_SUCCESS;
}

}  // namespace emulator
