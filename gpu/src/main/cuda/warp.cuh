// Reductions over the 32 lanes of a warp; every lane gets the result, with the same bits. Included by device.cuh.
#pragma once

#ifndef TR_EMULATOR

DEVICE float warp_sum(float value) {
#pragma unroll
    for (int lanes = 16; lanes > 0; lanes >>= 1) {
        value += __shfl_xor_sync(FULL_WARP, value, lanes);
    }
    return value;
}

DEVICE float warp_max(float value) {
#pragma unroll
    for (int lanes = 16; lanes > 0; lanes >>= 1) {
        value = fmaxf(value, __shfl_xor_sync(FULL_WARP, value, lanes));
    }
    return value;
}

#else

// One meeting of the lanes instead of five, with the same tree.
DEVICE float warp_sum(float value) { return emulator::warp_sum(value); }
DEVICE float warp_max(float value) { return emulator::warp_max(value); }

#endif

// Over all threads of a block, whose number is a multiple of 32; every thread gets the result. scratch is shared memory for 33 floats, which
// can be used again after the call.
DEVICE float block_sum(float value, float* scratch) {
    value = warp_sum(value);
    if ((threadIdx.x & 31) == 0) {
        scratch[threadIdx.x >> 5] = value;
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        float sum = warp_sum(threadIdx.x < blockDim.x >> 5 ? scratch[threadIdx.x] : 0.0f);
        if (threadIdx.x == 0) {
            scratch[32] = sum;
        }
    }
    __syncthreads();
    value = scratch[32];
    __syncthreads();
    return value;
}

DEVICE float block_max(float value, float* scratch) {
    value = warp_max(value);
    if ((threadIdx.x & 31) == 0) {
        scratch[threadIdx.x >> 5] = value;
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        float most = warp_max(threadIdx.x < blockDim.x >> 5 ? scratch[threadIdx.x] : -INFINITY_FLOAT);
        if (threadIdx.x == 0) {
            scratch[32] = most;
        }
    }
    __syncthreads();
    value = scratch[32];
    __syncthreads();
    return value;
}
