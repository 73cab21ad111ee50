// Kernels that do what devices punish or leave undefined; the emulator must find each of them. Part of the tests alone.
#include "device.cuh"

KERNEL(fault_write, 32)(float* x, int index) {
    if (threadIdx.x == 7) {
        x[index] = 1.0f;
    }
}

KERNEL(fault_read, 32)(const float* x, float* y, int index) { y[threadIdx.x] = x[index]; }

KERNEL(fault_misaligned, 32)(const float* x, float* y, int index) {
    uint4 four = load_16_bytes(x + index);
    y[threadIdx.x] = __uint_as_float(four.x);
}

KERNEL(fault_barrier, 64)(float* x) {
    if (threadIdx.x < 40) {
        __syncthreads();
    }
    x[0] = 1.0f;
}

KERNEL(fault_collective, 32)(float* x) {
    float value = (float)threadIdx.x;
    if (threadIdx.x % 2 == 0) {
        value = __shfl_xor_sync(FULL_WARP, value, 1);
    }
    x[threadIdx.x] = value;
}

KERNEL(fault_shared_index, 32)(float* x, int index) {
    SHARED float four[4];
    four[threadIdx.x & 3] = 1.0f;
    x[threadIdx.x] = four[index];
}

KERNEL(fault_dynamic_shared, 32)(float* x, int index) {
    DYNAMIC_SHARED(float, many);
    many[index] = 1.0f;
    x[threadIdx.x] = many[index];
}

// Reads shared memory that no thread has written.
KERNEL(fault_unwritten_shared, 32)(float* x) {
    SHARED float values[32];
    DYNAMIC_SHARED(float, more);
    if (threadIdx.x < 8) {
        values[threadIdx.x] = 1.0f;
        more[threadIdx.x] = 1.0f;
    }
    __syncthreads();
    x[threadIdx.x] = values[threadIdx.x] + more[threadIdx.x];
}

// The first of each two launches sees the neighbour's number where the second does not: a barrier is missing.
KERNEL(fault_race, 32)(float* x) {
    SHARED float values[33];
    values[threadIdx.x] = 1.0f;
    values[32] = 1.0f;
    x[threadIdx.x] = values[threadIdx.x + 1];
}

KERNEL(fault_stack, 32)(float* x, int depth) {
    volatile char much[64 * 1024];
    much[0] = (char)depth;
    much[sizeof much - 1] = (char)depth;
    volatile char more[64 * 1024];
    more[0] = much[0];
    x[0] = (float)(more[0] + much[sizeof much - 1]);
}
