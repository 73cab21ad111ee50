// A unit is what four lanes read of one row at once, 16 bytes each: 16 floats, 32 numbers of 16 bits, 64 bytes or 128 nibbles. It has one,
// two, four or eight steps of 16 columns, of which a lane has four neighbours each: what a lane gives to a tensor core's product.
#pragma once

#include "matmul_bits.cuh"
#include "weights.cuh"

template <int L>
DEVICE constexpr int unit_columns() {
    return L == FLOATS ? 16 : L == HALVES || L == BRAINS ? 32 : is_nibbles(L) ? 128 : 64;
}

template <int L>
DEVICE constexpr int unit_steps() {
    return unit_columns<L>() / 16;
}

// Steps whose numbers have one scale; where there is none, steps that are summed before they are added to the rest.
template <int L>
DEVICE constexpr int group_steps() {
    return L == FLOATS || L == BYTES_16 || L == NIBBLES_16 ? 1 : 2;
}

template <int L>
DEVICE constexpr int unit_groups() {
    return unit_steps<L>() / group_steps<L>();
}

template <int L>
DEVICE constexpr bool has_minimum() {
    return L == BYTES_MIN || L == BYTES_K || L == NIBBLES_MIN || L == NIBBLES_K || L == NIBBLES_16;
}

// First of the four columns that a lane has of a step.
template <int L>
DEVICE int first_column(int unit, int step, int quarter) {
    return unit * unit_columns<L>() + (L == HALVES || L == BRAINS ? 8 * quarter + 4 * step : 16 * step + 4 * quarter);
}

// Four inputs of a row of activations; zero from columns on, where the weights are padding.
DEVICE float4 inputs_at(const float* row, int column, int columns) {
    if (column + 4 <= columns) {
        return load_4_floats(row + column);
    }
    float4 rest;
    rest.x = column < columns ? row[column] : 0;
    rest.y = column + 1 < columns ? row[column + 1] : 0;
    rest.z = column + 2 < columns ? row[column + 2] : 0;
    rest.w = 0;
    return rest;
}

// A lane's part of a unit as it was read: 16 bytes of codes and the bytes that hold the scales of the unit.
template <int L>
struct Unit {
    uint32_t codes[4];
    uint32_t scales[4];
};

template <int L>
DEVICE void read_unit(Unit<L>& unit, const uint8_t* codes, const uint8_t* scales, int padded, int index, int quarter) {
    uint4 words = load_16_bytes_once(codes + 16 * (4 * index + quarter));
    unit.codes[0] = words.x;
    unit.codes[1] = words.y;
    unit.codes[2] = words.z;
    unit.codes[3] = words.w;
    if constexpr (L == BYTES) {
        unit.scales[0] = reinterpret_cast<const uint32_t*>(scales)[index];
    } else if constexpr (L == BYTES_16) {
        unit.scales[0] = reinterpret_cast<const uint32_t*>(scales)[index];
        unit.scales[1] = reinterpret_cast<const uint16_t*>(scales + padded / 16)[index / 4];
    } else if constexpr (L == BYTES_MIN || L == NIBBLES || L == NIBBLES_16) {
        uint2 pair = reinterpret_cast<const uint2*>(scales)[index];
        unit.scales[0] = pair.x;
        unit.scales[1] = pair.y;
        if constexpr (L == NIBBLES_16) {
            unit.scales[2] = reinterpret_cast<const uint32_t*>(scales + padded / 16)[index / 2];
        }
    } else if constexpr (L == BYTES_K || L == NIBBLES_K || L == NIBBLES_MIN) {
        constexpr int shared_by = L == BYTES_K ? 4 : L == NIBBLES_K ? 2 : 1;
        uint4 four = reinterpret_cast<const uint4*>(scales)[index / shared_by];
        unit.scales[0] = four.x;
        unit.scales[1] = four.y;
        unit.scales[2] = four.z;
        unit.scales[3] = four.w;
    }
}

// Scale and minimum of 6 bits for four of the eight parts of Q4_K and Q5_K, a byte each.
DEVICE void k_parts(const uint32_t header[4], int upper, uint32_t& scales, uint32_t& minima) {
    if (upper) {
        scales = (header[3] & 0x0f0f0f0fu) | (header[1] >> 2 & 0x30303030u);
        minima = (header[3] >> 4 & 0x0f0f0f0fu) | (header[2] >> 2 & 0x30303030u);
    } else {
        scales = header[1] & 0x3f3f3f3fu;
        minima = header[2] & 0x3f3f3f3fu;
    }
}

// Scale of one of a unit's groups, and its minimum where the layout has them. NIBBLES' minus 8 belongs to its codes here.
template <int L>
DEVICE void group_scale(const Unit<L>& unit, int index, int group, float& scale, float& minimum) {
    const uint32_t* raw = unit.scales;
    if constexpr (L == BYTES || L == NIBBLES) {
        scale = group % 2 ? half_high_to_float(raw[group / 2]) : half_low_to_float(raw[group / 2]);
    } else if constexpr (L == BYTES_MIN || L == NIBBLES_MIN) {
        scale = half_low_to_float(raw[group]);
        minimum = half_high_to_float(raw[group]);
    } else if constexpr (L == BYTES_K || L == NIBBLES_K) {
        int part = unit_groups<L>() * index % 8;
        uint32_t scales;
        uint32_t minima;
        k_parts(raw, part >= 4, scales, minima);
        int shift = (part % 4 + group) * 8;
        scale = half_low_to_float(raw[0]) * (float)(scales >> shift & 63);
        minimum = -half_high_to_float(raw[0]) * (float)(minima >> shift & 63);
    } else if constexpr (L == BYTES_16) {
        scale = half_low_to_float(raw[1]) * (float)(int8_t)(raw[0] >> 8 * group & 255);
    } else if constexpr (L == NIBBLES_16) {
        uint32_t both = raw[group / 4] >> 8 * (group % 4);
        scale = half_low_to_float(raw[2]) * (float)(both & 15);
        minimum = -half_high_to_float(raw[2]) * (float)(both >> 4 & 15);
    }
}

// One lane's part of 16 rows in one step; rest is what bf16 lacks of floats and halves.
template <int L>
DEVICE void step_fragment(const Unit<L>& upper, const Unit<L>& lower, int step, uint32_t main[4], uint32_t rest[4]) {
#pragma unroll
    for (int half = 0; half < 2; half++) {
        const uint32_t* codes = half ? lower.codes : upper.codes;
#pragma unroll
        for (int pair = 0; pair < 2; pair++) {
            int at = 2 * pair + half;
            if constexpr (L == BRAINS) {
                main[at] = codes[2 * step + pair];
            } else if constexpr (L == FLOATS) {
                split_bf16_pair(__uint_as_float(codes[2 * pair]), __uint_as_float(codes[2 * pair + 1]), main[at], rest[at]);
            } else if constexpr (L == HALVES) {
                uint32_t halves = codes[2 * step + pair];
                split_bf16_pair(half_low_to_float(halves), half_high_to_float(halves), main[at], rest[at]);
            } else if constexpr (is_nibbles(L)) {
                uint32_t word = codes[step / 2] >> 4 * (step % 2 * 2 + pair);
                main[at] = nibbles_to_bf16<(L == NIBBLES ? 136 : 128)>(word);
            } else {
                main[at] = bytes_to_bf16(__byte_perm(codes[step], 0, pair ? 0x4342 : 0x4140));
            }
        }
    }
}
