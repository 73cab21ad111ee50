#include "block.h"

#include <stdarg.h>
#include <stdio.h>

#include "emulator.h"
#include "fiber.h"

emulator::Dimensions threadIdx, blockIdx, blockDim, gridDim;

namespace emulator {

const char* block_failure;

namespace {

// Bits are lanes.
struct Warp {
    uint32_t runnable;
    uint32_t meeting;
    uint32_t atBarrier;
    uint32_t mask[32];
    Together together[32];
    void* brought[32];
};

Fiber fibers[MOST_THREADS];
Warp warps[MOST_THREADS / 32];
Fiber host;
int threads;
int warpCount;
bool reversed;
int current;
int made;
int left;
int waiting;
int brought_so_far;
int brought_by_all;
void (*body)(void*);
void* argument;
char failure[600];

// Whoever runs next; -1 if all wait or none is left.
int next_thread() {
    int warp = current >> 5;
    for (int i = 0; i < warpCount; i++) {
        uint32_t runnable = warps[warp].runnable;
        if (runnable != 0) {
            return warp << 5 | (reversed ? 31 - __builtin_clz(runnable) : __builtin_ctz(runnable));
        }
        warp = reversed ? (warp == 0 ? warpCount : warp) - 1 : (warp == warpCount - 1 ? 0 : warp + 1);
    }
    return -1;
}

void go_to(int thread) {
    Fiber& from = fibers[current];
    current = thread;
    threadIdx.x = (unsigned)thread;
    switch_to(from, fibers[thread]);
}

void describe_deadlock() {
    int length = snprintf(failure, sizeof failure, "its threads wait for each other: of %d, %d ended, %d are at a barrier", threads,
                          threads - left, waiting);
    for (int w = 0; w < warpCount && length < (int)sizeof failure - 100; w++) {
        if (warps[w].meeting != 0) {
            length += snprintf(failure + length, sizeof failure - length, "; lanes %08x of warp %d wait in a warp's operation for %08x",
                               warps[w].meeting, w, warps[w].mask[__builtin_ctz(warps[w].meeting)]);
        }
    }
    block_failure = failure;
}

// Lets others run until the current thread may.
void wait() {
    int next = next_thread();
    if (next < 0) {
        describe_deadlock();
        switch_to(fibers[current], host);
        __builtin_unreachable();
    }
    go_to(next);
}

void run_thread() {
    body(argument);
    left--;
    warps[current >> 5].runnable &= ~(1u << (current & 31));
    if (left > 0) {
        wait();
    }
    switch_to(fibers[current], host);
    __builtin_unreachable();
}

}  // namespace

void run_block(int count, bool backwards, void (*run)(void*), void* with) {
    threads = count;
    warpCount = (count + 31) / 32;
    reversed = backwards;
    left = count;
    waiting = 0;
    brought_so_far = 0;
    body = run;
    argument = with;
    block_failure = nullptr;
    for (; made < count; made++) {
        make(fibers[made], made);
    }
    for (int i = 0; i < count; i++) {
        start(fibers[i], run_thread);
    }
    for (int w = 0; w < warpCount; w++) {
        int lanes = count - 32 * w;
        warps[w].runnable = lanes >= 32 ? 0xffffffffu : (1u << lanes) - 1;
        warps[w].meeting = 0;
        warps[w].atBarrier = 0;
    }
    current = backwards ? count - 1 : 0;
    threadIdx = {(unsigned)current, 0, 0};
    switch_to(host, fibers[current]);
}

void fail_block(const char* format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(failure, sizeof failure, format, values);
    va_end(values);
    block_failure = failure;
    switch_to(fibers[current], host);
    __builtin_unreachable();
}

int barrier(int brought) {
    brought_so_far += brought;
    if (++waiting < threads) {
        Warp& warp = warps[current >> 5];
        uint32_t bit = 1u << (current & 31);
        warp.runnable &= ~bit;
        warp.atBarrier |= bit;
        wait();
    } else {
        brought_by_all = brought_so_far;
        brought_so_far = 0;
        waiting = 0;
        for (int w = 0; w < warpCount; w++) {
            warps[w].runnable |= warps[w].atBarrier;
            warps[w].atBarrier = 0;
        }
    }
    // the next barrier is not passed before all have read it
    return brought_by_all;
}

void meet(uint32_t mask, void* brought, Together together) {
    Warp& warp = warps[current >> 5];
    int lane = current & 31;
    uint32_t bit = 1u << lane;
    if ((mask & bit) == 0) {
        fail_block("a lane is not in the mask %08x of its own operation", mask);
    }
    warp.mask[lane] = mask;
    warp.together[lane] = together;
    warp.brought[lane] = brought;
    warp.meeting |= bit;
    bool all = (warp.meeting & mask) == mask;
    for (uint32_t others = all ? mask : 0; others != 0; others &= others - 1) {
        int other = __builtin_ctz(others);
        all = all && warp.mask[other] == mask && warp.together[other] == together;
    }
    if (all) {
        together(warp.brought, mask);
        warp.meeting &= ~mask;
        warp.runnable |= mask;
    } else {
        warp.runnable &= ~bit;
        wait();
    }
}

}  // namespace emulator
