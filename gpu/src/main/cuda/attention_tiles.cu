// Attention of many tokens of a sequence at a time on tensor cores, over the paged cache (Dao et al., arXiv 2205.14135, with the paged
// layout). Queries and weights are split into two halves each, so products are as exact as those of floats; keys and values are halves.
// Positions are walked in tiles that begin at whole multiples of their length, so a token's numbers do not depend on its neighbours.
#include "attention_tiles.cuh"

template <int WIDTH>
DEVICE void attend_tile(
        const float* __restrict__ qkv,
        const int* positions,
        const int* sequences,
        const int* block_tables,
        int max_blocks,
        const int* tiles,
        const uint16_t* __restrict__ cache,
        int heads,
        int kv_heads,
        int head_dim,
        int block_size,
        float scale,
        float score_cap,
        int window,
        float* __restrict__ out,
        float* unscale) {
    const int POSITIONS = WIDTH == 256 ? 16 : 32;
    const int TILES = WIDTH / 8;
    DYNAMIC_SHARED(uint16_t, shared);

    int width = (head_dim + 15) / 16 * 16;
    int stride = width + 8;
    uint16_t* large = shared;
    uint16_t* rest = large + ROWS * stride;
    uint16_t* keys = rest + ROWS * stride;
    uint16_t* values = keys + POSITIONS * stride;

    // the last of a sequence look at most positions, and what begins late ought to be short
    int tile = gridDim.x - 1 - blockIdx.x;
    int first_token = tiles[tile * 2];
    int tokens = tiles[tile * 2 + 1];
    int group = heads / kv_heads;
    int parts = (group + ROWS - 1) / ROWS;
    int kv_head = blockIdx.y / parts;
    int first_head = kv_head * group + blockIdx.y % parts * ROWS;
    int head_count = (kv_head + 1) * group - first_head;
    head_count = head_count < ROWS ? head_count : ROWS;
    int used = tokens * head_count;
    int last = positions[first_token + tokens - 1];
    int low = positions[first_token];
    low = low >= window ? low + 1 - window : 0;

    Source source;
    source.table = block_tables + (long long) sequences[first_token] * max_blocks;
    source.low = low;
    source.last = last;
    source.block_size = block_size;
    source.head_dim = head_dim;
    source.block_numbers = 2LL * kv_heads * block_size * head_dim;
    Source value_source = source;
    source.head = cache + (long long) kv_head * block_size * head_dim;
    value_source.head = source.head + (long long) kv_heads * block_size * head_dim;

    int base = low / POSITIONS * POSITIONS;
    copy_tile<POSITIONS>(keys, stride, source, base);
    end_copies();
    copy_tile<POSITIONS>(values, stride, value_source, base);
    end_copies();
    clear_padding(keys, 2 * POSITIONS, stride, head_dim);

    int own = threadIdx.x / 2;
    long long own_row = (long long) (first_token + own / head_count) * (heads + 2 * kv_heads) + first_head + own % head_count;
    load_queries(qkv + own_row * head_dim, own < used, head_dim, large + own * stride, rest + own * stride, unscale + own);
    __syncthreads();

    int lane = threadIdx.x % 32;
    int warp_row = threadIdx.x / 32 * 16;
    bool busy = warp_row < used;
    large += warp_row * stride;
    rest += warp_row * stride;
    RowState state[2];
#pragma unroll
    for (int r = 0; r < 2; r++) {
        int row = warp_row + lane / 4 + r * 8;
        state[r].position = row < used ? positions[first_token + row / head_count] : -1;
        state[r].first_position = state[r].position >= window ? state[r].position + 1 - window : 0;
        state[r].scale = unscale[row] * scale;
        state[r].largest = -INFINITY_FLOAT;
        state[r].sum = 0.0f;
    }
    float o[TILES][4];
#pragma unroll
    for (int n = 0; n < TILES; n++) {
        o[n][0] = o[n][1] = o[n][2] = o[n][3] = 0.0f;
    }

    // values are on their way while keys are multiplied, and the next keys while values are
    for (; base <= last; base += POSITIONS) {
        float s[POSITIONS / 8][4];
        float factors[2];
        await_copies_but_last();
        __syncthreads();
        if (busy) {
            score_keys<POSITIONS>(large, rest, keys, stride, width, lane, s);
        }
        __syncthreads();
        if (base + POSITIONS <= last) {
            copy_tile<POSITIONS>(keys, stride, source, base + POSITIONS);
        }
        end_copies();
        if (busy) {
            weigh<POSITIONS>(s, state, base, score_cap, factors);
        }
        await_copies_but_last();
        __syncthreads();
        if (busy) {
            mix_values<POSITIONS, TILES>(s, factors, values, stride, head_dim, lane, o);
        }
        __syncthreads();
        if (base + POSITIONS <= last) {
            copy_tile<POSITIONS>(values, stride, value_source, base + POSITIONS);
        }
        end_copies();
    }

#pragma unroll
    for (int r = 0; r < 2; r++) {
        float sum = state[r].sum;
        sum += __shfl_xor_sync(FULL_WARP, sum, 1);
        sum += __shfl_xor_sync(FULL_WARP, sum, 2);
        float factor = 1.0f / sum;
        int row = warp_row + lane / 4 + r * 8;
        if (row < used) {
            long long to = (long long) (first_token + row / head_count) * heads + first_head + row % head_count;
            float* numbers = out + to * head_dim + lane % 4 * 2;
#pragma unroll
            for (int n = 0; n < TILES; n++) {
                if (n * 8 < head_dim) {
                    *(float2*) (numbers + n * 8) = float2{o[n][r * 2] * factor, o[n][r * 2 + 1] * factor};
                }
            }
        }
    }
}

// A block has a tile of tokens and one key/value head; blockIdx.x is the tile, from the last, blockIdx.y the head, for groups of more than
// 64 query heads also which 64 of them. Heads are at most WIDTH wide. Dynamic shared memory: (128 + 2 * positions of a tile) * (width + 8)
// * 2 bytes, where width is the head's rounded up to 16.
//
//   tiles: [tile][2]: the first token and how many, of one sequence at rising positions, at most 64 pairs of a token and a
//     query head of the group
//   qkv: rows of queries of all heads, then keys, then values; queries are as cache_update left them
//   cache: of the layer, [block][2][kv_heads][block_size][head_dim]
//   score_cap: 0 for none
//   window: how many positions a token looks at, its own among them
//   out: [tokens][heads][head_dim]
#define ATTENTION_TILES(WIDTH) \
    WIDE_KERNEL(attention_tiles_##WIDTH, 2 * ROWS)( \
            const float* __restrict__ qkv, const int* positions, const int* sequences, const int* block_tables, int max_blocks, \
            const int* tiles, const uint16_t* __restrict__ cache, int heads, int kv_heads, int head_dim, int block_size, float scale, \
            float score_cap, int window, float* __restrict__ out) { \
        SHARED float unscale[ROWS]; \
        attend_tile<WIDTH>( \
                qkv, positions, sequences, block_tables, max_blocks, tiles, cache, heads, kv_heads, head_dim, block_size, scale, \
                score_cap, window, out, unscale); \
    }

ATTENTION_TILES(64)
ATTENTION_TILES(128)
ATTENTION_TILES(256)
