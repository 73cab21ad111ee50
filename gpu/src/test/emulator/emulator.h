// What a kernel sees of CUDA when it is compiled for the emulator, which runs it on the CPU. The threads of a block are fibers of one host
// thread that run until they wait for each other, so nothing here is atomic.
#pragma once

#include "intrinsics.h"
#include "kernels.h"
#include "vectors.h"

#define DEVICE static inline
#define CONSTANT static const
#define DYNAMIC_SHARED(type, name) type* name = reinterpret_cast<type*>(emulator::dynamic_shared)
#define __align__(bytes) alignas(bytes)
#define __launch_bounds__(...)

namespace emulator {

struct Dimensions {
    unsigned x, y, z;
};

extern char* dynamic_shared;

// Waits until all threads of the block are here; the sum of what they brought.
int barrier(int brought);

// What the lanes of a mask do together: each brings something, and when the last has come it is called with what each brought.
typedef void (*Together)(void** brought, uint32_t mask);
void meet(uint32_t mask, void* brought, Together together);

// What device.cuh has of the same names, as one meeting of the lanes.
float warp_sum(float value);
float warp_max(float value);
void mma_bf16_16x8x16(float* d, const uint32_t* a, const uint32_t* b);
void mma_f16_16x8x16(float* d, const uint32_t* a, const uint32_t* b);

template <typename T>
struct Shuffled {
    T value;
    T result;
    int from;
};

template <typename T>
static void shuffle_all(void** brought, uint32_t mask) {
    for (int lane = 0; lane < 32; lane++) {
        if (mask >> lane & 1u) {
            Shuffled<T>* mine = (Shuffled<T>*)brought[lane];
            if (mask >> mine->from & 1u) {
                mine->result = ((Shuffled<T>*)brought[mine->from])->value;
            } else {
                // undefined on devices
                memset(&mine->result, 0xff, sizeof(T));
            }
        }
    }
}

template <typename T>
static inline T shuffle(uint32_t mask, T value, int from) {
    Shuffled<T> mine = {value, value, from};
    meet(mask, &mine, shuffle_all<T>);
    return mine.result;
}

static inline void nothing(void**, uint32_t) {}

static inline void ballot_all(void** brought, uint32_t mask) {
    uint32_t votes = 0;
    for (int lane = 0; lane < 32; lane++) {
        if ((mask >> lane & 1u) && *(uint32_t*)brought[lane] != 0) {
            votes |= 1u << lane;
        }
    }
    for (int lane = 0; lane < 32; lane++) {
        if (mask >> lane & 1u) {
            *(uint32_t*)brought[lane] = votes;
        }
    }
}

}  // namespace emulator

extern emulator::Dimensions threadIdx;
extern emulator::Dimensions blockIdx;
extern emulator::Dimensions blockDim;
extern emulator::Dimensions gridDim;

static inline void __syncthreads() { emulator::barrier(0); }
static inline int __syncthreads_or(int predicate) { return emulator::barrier(predicate != 0) != 0; }
static inline int __syncthreads_and(int predicate) { return emulator::barrier(predicate == 0) == 0; }
static inline int __syncthreads_count(int predicate) { return emulator::barrier(predicate != 0); }
static inline void __syncwarp(uint32_t mask = 0xffffffffu) { emulator::meet(mask, nullptr, emulator::nothing); }
static inline void __threadfence() {}
static inline void __threadfence_block() {}

template <typename T>
static inline T __shfl_sync(uint32_t mask, T value, int from, int width = 32) {
    int lane = threadIdx.x & 31;
    return emulator::shuffle(mask, value, (lane & ~(width - 1)) | (from & (width - 1)));
}

template <typename T>
static inline T __shfl_xor_sync(uint32_t mask, T value, int lanes, int width = 32) {
    int lane = threadIdx.x & 31;
    int from = lane ^ lanes;
    return emulator::shuffle(mask, value, from > (lane | (width - 1)) ? lane : from);
}

template <typename T>
static inline T __shfl_down_sync(uint32_t mask, T value, int lanes, int width = 32) {
    int lane = threadIdx.x & 31;
    int from = lane + lanes;
    return emulator::shuffle(mask, value, from > (lane | (width - 1)) ? lane : from);
}

template <typename T>
static inline T __shfl_up_sync(uint32_t mask, T value, int lanes, int width = 32) {
    int lane = threadIdx.x & 31;
    int from = lane - lanes;
    return emulator::shuffle(mask, value, from < (lane & ~(width - 1)) ? lane : from);
}

static inline uint32_t __ballot_sync(uint32_t mask, int predicate) {
    uint32_t vote = predicate != 0;
    emulator::meet(mask, &vote, emulator::ballot_all);
    return vote;
}

static inline int __any_sync(uint32_t mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
static inline int __all_sync(uint32_t mask, int predicate) { return __ballot_sync(mask, predicate == 0) == 0; }

template <typename T>
static inline T atomicAdd(T* address, T value) {
    T before = *address;
    *address = before + value;
    return before;
}
template <typename T>
static inline T atomicMax(T* address, T value) {
    T before = *address;
    *address = before > value ? before : value;
    return before;
}
template <typename T>
static inline T atomicMin(T* address, T value) {
    T before = *address;
    *address = before < value ? before : value;
    return before;
}
template <typename T>
static inline T atomicExch(T* address, T value) {
    T before = *address;
    *address = value;
    return before;
}
template <typename T>
static inline T atomicOr(T* address, T value) {
    T before = *address;
    *address = before | value;
    return before;
}
template <typename T>
static inline T atomicCAS(T* address, T expected, T value) {
    T before = *address;
    if (before == expected) {
        *address = value;
    }
    return before;
}
