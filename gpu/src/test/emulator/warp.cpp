// What the 32 lanes of a warp do together, at once when the last of them has come.
#define TR_EMULATOR
#include "device.cuh"

namespace emulator {

namespace {

// The tree of the butterfly that devices go through with five shuffles; addition and maximum give every lane the same bits there.
template <float (*OF)(float, float)>
void reduce(void** brought, uint32_t) {
    float values[32];
    for (int lane = 0; lane < 32; lane++) {
        values[lane] = *(float*)brought[lane];
    }
    for (int lanes = 16; lanes > 0; lanes >>= 1) {
        for (int lane = 0; lane < lanes; lane++) {
            values[lane] = OF(values[lane], values[lane + lanes]);
        }
    }
    for (int lane = 0; lane < 32; lane++) {
        *(float*)brought[lane] = values[0];
    }
}

float sum(float a, float b) { return a + b; }
float larger(float a, float b) { return fmaxf(a, b); }

struct Fragments {
    float* d;
    const uint32_t* a;
    const uint32_t* b;
};

typedef float (*Widen)(uint32_t);

template <Widen LOW, Widen HIGH>
void multiply(void** brought, uint32_t) {
    float a[16][16];
    float b[16][8];
    float d[16][8];
    for (int lane = 0; lane < 32; lane++) {
        const Fragments* of = (const Fragments*)brought[lane];
        int row = lane >> 2;
        int pair = (lane & 3) << 1;
        for (int i = 0; i < 4; i++) {
            float* to = &a[row + (i & 1) * 8][pair + (i >> 1) * 8];
            to[0] = LOW(of->a[i]);
            to[1] = HIGH(of->a[i]);
        }
        for (int i = 0; i < 2; i++) {
            b[pair + 8 * i][row] = LOW(of->b[i]);
            b[pair + 8 * i + 1][row] = HIGH(of->b[i]);
            d[row + 8 * i][pair] = of->d[2 * i];
            d[row + 8 * i][pair + 1] = of->d[2 * i + 1];
        }
    }
    // eight columns of a row are one vector
    typedef float Columns __attribute__((vector_size(32), aligned(4)));
    for (int row = 0; row < 16; row++) {
        Columns sums = {};
        for (int k = 0; k < 16; k++) {
            sums += a[row][k] * *(const Columns*)b[k];
        }
        *(Columns*)d[row] += sums;
    }
    for (int lane = 0; lane < 32; lane++) {
        const Fragments* of = (const Fragments*)brought[lane];
        int row = lane >> 2;
        int pair = (lane & 3) << 1;
        for (int i = 0; i < 2; i++) {
            of->d[2 * i] = d[row + 8 * i][pair];
            of->d[2 * i + 1] = d[row + 8 * i][pair + 1];
        }
    }
}

}  // namespace

float warp_sum(float value) {
    meet(FULL_WARP, &value, reduce<sum>);
    return value;
}

float warp_max(float value) {
    meet(FULL_WARP, &value, reduce<larger>);
    return value;
}

void mma_bf16_16x8x16(float* d, const uint32_t* a, const uint32_t* b) {
    Fragments mine = {d, a, b};
    meet(FULL_WARP, &mine, multiply<bf16_low_to_float, bf16_high_to_float>);
}

void mma_f16_16x8x16(float* d, const uint32_t* a, const uint32_t* b) {
    Fragments mine = {d, a, b};
    meet(FULL_WARP, &mine, multiply<half_low_to_float, half_high_to_float>);
}

}  // namespace emulator
