// Arithmetic on single floats and on four of them, so that a kernel is written once for rows of any width.
#pragma once

#include "device.cuh"

DEVICE float sum_of_squares(float x, float sum) {
    return fmaf(x, x, sum);
}

DEVICE float sum_of_squares(float4 x, float sum) {
    return fmaf(x.w, x.w, fmaf(x.z, x.z, fmaf(x.y, x.y, fmaf(x.x, x.x, sum))));
}

DEVICE float scaled(float x, float scale, float weight) {
    return x * scale * weight;
}

DEVICE float4 scaled(float4 x, float scale, float4 weight) {
    return float4{x.x * scale * weight.x, x.y * scale * weight.y, x.z * scale * weight.z, x.w * scale * weight.w};
}

DEVICE float plus(float a, float b) {
    return a + b;
}

DEVICE float4 plus(float4 a, float4 b) {
    return float4{a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

DEVICE void set_zero(float& x) {
    x = 0.0f;
}

DEVICE void set_zero(float4& x) {
    x = float4{0.0f, 0.0f, 0.0f, 0.0f};
}
