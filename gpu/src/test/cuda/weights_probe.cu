// Reads all numbers of a matrix one at a time, for the tests of its layouts.
#include "device.cuh"
#include "weights.cuh"

KERNEL(probe_weights, 128)(int layout, const uint8_t* codes, const uint8_t* scales, int rows, int columns, float* out) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * columns; i += gridDim.x * blockDim.x) {
        out[i] = weight_at(layout, codes, scales, columns, i / columns, i % columns);
    }
}
