// How matrices lie on the device, and their numbers one at a time. WeightLayout.java says the same for the host and names the formats of
// files that come into each layout.
//
// A matrix is two arrays: codes, and scales where its layout has any. A row of either is a whole number of 16 bytes, except that rows of
// scales of bytes may be shorter. Columns are padded with zeros to a multiple of 128. Bytes and nibbles lie in the order in which the
// tensor-core kernels read them, 16 bytes a lane.
#pragma once

#include "device.cuh"

enum Layout {
    FLOATS = 0,
    HALVES = 1,
    BRAINS = 2,
    // signed bytes, a scale (f16) for 32
    BYTES = 3,
    // the same with a scale and a minimum (f16 each)
    BYTES_MIN = 4,
    // the same with 16 bytes for 256, as Q4_K and Q5_K have them: scales of the scales and of the minima, then 6 bits for each
    BYTES_K = 5,
    // signed bytes, a scale (signed byte) for 16; after those of the row, for each 256 the scale of the scales (f16)
    BYTES_16 = 6,
    // nibbles minus 8, a scale (f16) for 32
    NIBBLES = 7,
    NIBBLES_MIN = 8,
    NIBBLES_K = 9,
    // nibbles, a byte of scale and minimum (4 bits each) for 16; after those of the row, for each 256 the scales of the scales and minima
    NIBBLES_16 = 10
};

constexpr int PADDED_COLUMNS = 128;

DEVICE int padded_columns(int columns) {
    return (columns + PADDED_COLUMNS - 1) / PADDED_COLUMNS * PADDED_COLUMNS;
}

DEVICE constexpr bool is_nibbles(int layout) {
    return layout >= NIBBLES;
}

DEVICE constexpr bool has_scales(int layout) {
    return layout >= BYTES;
}

// Bytes of the codes of a row of so many padded columns.
DEVICE int code_row_bytes(int layout, int padded) {
    return layout == FLOATS ? 4 * padded : layout == HALVES || layout == BRAINS ? 2 * padded : is_nibbles(layout) ? padded / 2 : padded;
}

// Bytes of the scales of a row.
DEVICE int scale_row_bytes(int layout, int padded) {
    switch (layout) {
        case BYTES:
        case NIBBLES:
            return padded / 16;
        case BYTES_MIN:
        case NIBBLES_MIN:
            return padded / 8;
        case BYTES_K:
        case NIBBLES_K:
            return padded / 16;
        case BYTES_16:
            return (padded / 256 * 18 + 15) / 16 * 16;
        case NIBBLES_16:
            return (padded / 256 * 20 + 15) / 16 * 16;
        default:
            return 0;
    }
}

// Where in a row of bytes a column's code lies: of each 64 columns a lane of four has four of each 16.
DEVICE int byte_of_column(int column) {
    return column / 64 * 64 + column / 4 % 4 * 16 + column / 16 % 4 * 4 + column % 4;
}

// The same in nibbles, counted from the low one of a row's first byte: of each 128 columns a lane of four has four of each 16, two such
// fours in 32 bits, whose even nibbles of 16 bits are one pair of neighbours each.
DEVICE int nibble_of_column(int column) {
    int word = column / 128 * 16 + column / 4 % 4 * 4 + column / 32 % 4;
    int shift = column / 16 % 2 * 2 + column / 2 % 2;
    return word * 8 + shift + column % 2 * 4;
}

DEVICE float half_at(const uint8_t* bytes) {
    return half_to_float((uint16_t)(bytes[0] | bytes[1] << 8));
}

// Scale and minimum of one column of a row with scales.
DEVICE float2 scale_at(int layout, const uint8_t* row, int padded, int column) {
    float2 result;
    result.y = 0;
    int group = column / 32;
    if (layout == BYTES || layout == NIBBLES) {
        result.x = half_at(row + 2 * group);
        result.y = layout == NIBBLES ? -8 * result.x : 0;
    } else if (layout == BYTES_MIN || layout == NIBBLES_MIN) {
        result.x = half_at(row + 4 * group);
        result.y = half_at(row + 4 * group + 2);
    } else if (layout == BYTES_K || layout == NIBBLES_K) {
        const uint8_t* super = row + column / 256 * 16;
        const uint8_t* parts = super + 4;
        int part = group % 8;
        int scale = part < 4 ? parts[part] & 63 : (parts[part + 4] & 15) | parts[part - 4] >> 6 << 4;
        int minimum = part < 4 ? parts[part + 4] & 63 : parts[part + 4] >> 4 | parts[part] >> 6 << 4;
        result.x = half_at(super) * scale;
        result.y = -half_at(super + 2) * minimum;
    } else {
        const uint8_t* supers = row + padded / 16;
        if (layout == BYTES_16) {
            result.x = half_at(supers + column / 256 * 2) * (int8_t)row[column / 16];
        } else {
            result.x = half_at(supers + column / 256 * 4) * (row[column / 16] & 15);
            result.y = -half_at(supers + column / 256 * 4 + 2) * (row[column / 16] >> 4);
        }
    }
    return result;
}

// One number of a matrix; for kernels that read few rows. scales is null where the layout has none.
DEVICE float weight_at(int layout, const uint8_t* codes, const uint8_t* scales, int columns, int row, int column) {
    int padded = padded_columns(columns);
    const uint8_t* code = codes + (long long)row * code_row_bytes(layout, padded);
    if (layout == FLOATS) {
        return reinterpret_cast<const float*>(code)[column];
    }
    if (layout == HALVES) {
        return half_to_float(reinterpret_cast<const uint16_t*>(code)[column]);
    }
    if (layout == BRAINS) {
        return bf16_to_float(reinterpret_cast<const uint16_t*>(code)[column]);
    }
    float2 scale = scale_at(layout, scales + (long long)row * scale_row_bytes(layout, padded), padded, column);
    if (is_nibbles(layout)) {
        int at = nibble_of_column(column);
        return fmaf(scale.x, (float)(code[at / 2] >> at % 2 * 4 & 15), scale.y);
    }
    return fmaf(scale.x, (float)(int8_t)code[byte_of_column(column)], scale.y);
}
