// Operands of the tensor core's 16 x 8 x 16 product of halves, loaded from shared memory. A lane has, of an accumulator, the rows lane / 4
// and 8 below it, of each the columns 2 (lane % 4) and the next.
#pragma once

#include "halves.cuh"

#if HAS_SM_80
DEVICE void load_four_matrices(uint32_t r[4], const uint16_t* row) {
    uint32_t address = (uint32_t) __cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(address)
                 : "memory");
}

DEVICE void load_four_matrices_transposed(uint32_t r[4], const uint16_t* row) {
    uint32_t address = (uint32_t) __cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(address)
                 : "memory");
}
#else
DEVICE uint32_t two_halves(const uint16_t* low, const uint16_t* high) {
    return *low | (uint32_t) *high << 16;
}
#endif

// The left operand: 16 x 16 halves, row after row. Rows begin at multiples of 16 bytes.
DEVICE void load_left(uint32_t a[4], const uint16_t* tile, int stride, int lane) {
#if HAS_SM_80
    load_four_matrices(a, tile + lane % 16 * stride + lane / 16 * 8);
#else
    const uint16_t* at = tile + lane / 4 * stride + lane % 4 * 2;
    for (int i = 0; i < 4; i++) {
        const uint16_t* pair = at + i % 2 * 8 * stride + i / 2 * 8;
        a[i] = two_halves(pair, pair + 1);
    }
#endif
}

// Two right operands side by side, 16 x 16 halves of which a row has what is multiplied for one column: b[0], b[1] for the first 8.
DEVICE void load_right(uint32_t b[4], const uint16_t* tile, int stride, int lane) {
#if HAS_SM_80
    load_four_matrices(b, tile + (lane % 8 + lane / 16 * 8) * stride + lane / 8 % 2 * 8);
#else
    const uint16_t* at = tile + lane / 4 * stride + lane % 4 * 2;
    for (int i = 0; i < 4; i++) {
        const uint16_t* pair = at + i / 2 * 8 * stride + i % 2 * 8;
        b[i] = two_halves(pair, pair + 1);
    }
#endif
}

// As load_right, but a row of the tile is a row of the operands.
DEVICE void load_right_transposed(uint32_t b[4], const uint16_t* tile, int stride, int lane) {
#if HAS_SM_80
    load_four_matrices_transposed(b, tile + lane % 16 * stride + lane / 16 * 8);
#else
    const uint16_t* at = tile + lane % 4 * 2 * stride + lane / 4;
    for (int i = 0; i < 4; i++) {
        const uint16_t* pair = at + i % 2 * 8 * stride + i / 2 * 8;
        b[i] = two_halves(pair, pair + stride);
    }
#endif
}

// Begins to copy 16 bytes from global to shared memory, or to set them to zero.
DEVICE void copy_ahead(uint16_t* shared, const uint16_t* global, bool zero) {
#if HAS_SM_80
    uint32_t address = (uint32_t) __cvta_generic_to_shared(shared);
    int bytes = zero ? 0 : 16;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(global), "r"(bytes) : "memory");
#else
    *(uint4*) shared = zero ? uint4{0, 0, 0, 0} : *(const uint4*) global;
#endif
}

// Ends a group of copies.
DEVICE void end_copies() {
#if HAS_SM_80
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

// Waits until this thread's copies are there, those of its last group excepted.
DEVICE void await_copies_but_last() {
#if HAS_SM_80
    asm volatile("cp.async.wait_group 1;" ::: "memory");
#endif
}
