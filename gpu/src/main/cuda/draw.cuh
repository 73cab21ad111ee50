// Draws a token from the best ids of a row, or from all of them chunk by chunk, in the steps and the order of the engine's Sampler.
#pragma once

#include "best.cuh"

// The draw needs more of the row than is listed.
#define UNDECIDED -1

struct DrawScratch {
    double sums[LIST];
    float weights[LIST];
    int ids[LIST];
    // ids with weights that the token was drawn from, where it was drawn from a list
    int listed;
    int size;
    int drawn;
    int unordered;
};

// The first index whose running sum is above the point; the last id with a weight where rounding leaves none. All n sums are there.
DEVICE int find_point(const double* sums, int n, double point, int* found) {
    __syncthreads();
    int i = threadIdx.x;
    if (i < n) {
        double all = sums[n - 1];
        double before = i == 0 ? 0 : sums[i - 1];
        bool reaches = sums[i] > point || sums[i] == all;
        bool reached = i > 0 && (before > point || before == all);
        if (reaches && !reached) {
            *found = i;
        }
    }
    __syncthreads();
    return *found;
}

// The first index whose running sum is at least what is wanted; n - 1 where none is.
DEVICE int find_mass(const double* sums, int n, double wanted, int* found) {
    __syncthreads();
    int i = threadIdx.x;
    if (i == 0) {
        *found = n - 1;
    }
    __syncthreads();
    if (i < n && sums[i] >= wanted && (i == 0 || sums[i - 1] < wanted)) {
        *found = i;
    }
    __syncthreads();
    return *found;
}

// The id at the point uniform of weights, one for each thread, in their order.
DEVICE int draw_listed(double weight, int id, int n, double uniform, DrawScratch* d) {
    __syncthreads();
    d->sums[threadIdx.x] = weight;
    d->weights[threadIdx.x] = (float)weight;
    d->ids[threadIdx.x] = id;
    if (threadIdx.x == 0) {
        d->listed = n;
    }
    int padded = power_of_two(n);
    running_sums(d->sums, padded);
    return d->ids[find_point(d->sums, padded, uniform * d->sums[padded - 1], &d->drawn)];
}

// Among the k best; then, of these, those with most of the mass; then those with a share of the largest weight.
DEVICE int draw_top_k(const RowWish* wish, float max, int count, BestScratch* s, DrawScratch* d) {
    int i = threadIdx.x;
    int size = wish->topK;
    if (size > count) {
        return UNDECIDED;
    }
    uint64_t key = s->list[i < size ? i : 0];
    double weight = i < size ? exp(((double)logit_of(key) - max) * wish->scale) : 0;
    if (wish->topP < 1) {
        d->sums[i] = weight;
        int padded = power_of_two(size);
        running_sums(d->sums, padded);
        size = find_mass(d->sums, size, wish->topP * d->sums[size - 1], &d->size) + 1;
    }
    // the largest weight is 1
    if (i >= size || weight < wish->minP) {
        weight = 0;
    }
    return draw_listed(weight, id_of(key), size, wish->uniform, d);
}

// Among the ids that together have most of the mass: those whose weights are in higher bins than the last one's by id, the others by
// weight.
DEVICE int draw_top_p(
        const RowWish* wish, float max, double total, int count, int vocabulary, BestScratch* s, DrawScratch* d) {
    int i = threadIdx.x;
    int padded = power_of_two(count);
    uint64_t own = 0;
    __syncthreads();
    if (i < count) {
        uint64_t key = s->list[i];
        float weight = (float)exp(((double)logit_of(key) - max) * wish->scale);
        own = ((uint64_t)__float_as_uint(weight) << 32) | (uint32_t)key;
    }
    if (i == 0) {
        d->unordered = 0;
    }
    __syncthreads();
    if (i < padded) {
        s->list[i] = own;
    }
    __syncthreads();
    // other logits may have the same weight, and then the smaller id is the better one
    if (i > 0 && i < count && s->list[i - 1] < own) {
        d->unordered = 1;
    }
    __syncthreads();
    if (d->unordered != 0) {
        sort_keys(s->list, padded);
    }
    own = i < padded ? s->list[i] : 0;
    float weight = __int_as_float((int)(own >> 32));
    d->sums[i] = weight;
    d->weights[i] = weight;
    d->ids[i] = id_of(own);
    running_sums(d->sums, padded);
    double wanted = wish->topP * total;
    int last = find_mass(d->sums, count, wanted, &d->size);
    if (count < vocabulary && (!(d->sums[last] >= wanted) || d->weights[last] == d->weights[count - 1])) {
        return UNDECIDED;
    }
    uint32_t border = __float_as_uint(d->weights[last]) >> 20;
    uint32_t place = __float_as_uint(weight) >> 20 > border ? (uint32_t)id_of(own) : 0x80000000u | (uint32_t)i;
    int ordered = power_of_two(last + 1);
    if (i < ordered) {
        s->list[i] = i <= last ? ((uint64_t)~place << 32) | (uint32_t)i : 0;
    }
    sort_keys(s->list, ordered);
    int from = i <= last ? (int)(uint32_t)s->list[i] : 0;
    float placed = d->weights[from];
    int id = d->ids[from];
    __syncthreads();
    return draw_listed(i > last || placed < wish->minP ? 0 : placed, id, last + 1, wish->uniform, d);
}

// Among the ids with a share of the largest weight, by id.
DEVICE int draw_min_p(const RowWish* wish, float max, int count, int vocabulary, BestScratch* s, DrawScratch* d) {
    int i = threadIdx.x;
    double lowest = max + wish->minPLog / wish->scale;
    if (count < vocabulary && logit_of(s->list[count - 1]) >= lowest) {
        return UNDECIDED;
    }
    uint64_t key = i < count ? s->list[i] : 0;
    int padded = power_of_two(count);
    __syncthreads();
    if (i < padded) {
        d->ids[i] = id_of(key);
        s->list[i] = i < count && logit_of(key) >= lowest ? ((uint64_t)(uint32_t)key << 32) | __float_as_uint(logit_of(key)) : 0;
    }
    sort_keys(s->list, padded);
    uint64_t own = i < padded ? s->list[i] : 0;
    double weight = 0;
    if (own != 0) {
        weight = exp(((double)__int_as_float((int)(uint32_t)own) - max) * wish->scale);
        weight = weight >= wish->minP ? weight : 0;
    }
    return draw_listed(weight, (int)~(uint32_t)(own >> 32), count, wish->uniform, d);
}

// Among all ids, in their order.
DEVICE int draw_all(
        const RowWish* wish,
        const float* row,
        int vocabulary,
        const Chunk* chunks,
        int chunkCount,
        float max,
        DrawScratch* d) {
    int i = threadIdx.x;
    __syncthreads();
    double mass = 0;
    if (i < chunkCount && chunks[i].max > NEGATIVE_INFINITY) {
        mass = chunks[i].tempered * exp(((double)chunks[i].max - max) * wish->scale);
    }
    d->sums[i] = mass;
    int padded = power_of_two(chunkCount);
    running_sums(d->sums, padded);
    double point = wish->uniform * d->sums[padded - 1];
    int chunk = find_point(d->sums, padded, point, &d->drawn);
    double before = chunk == 0 ? 0 : d->sums[chunk - 1];
    __syncthreads();
    float top = chunks[chunk].max;
    double factor = exp(((double)top - max) * wish->scale);
    float weights[2];
    for (int k = 0; k < 2; k++) {
        int id = chunk * CHUNK + 2 * i + k;
        weights[k] = 0;
        if (id < vocabulary) {
            float hi = row[id] - top;
            weights[k] = exponential(hi, lost_in_difference(row[id], top, hi), wish->scale);
        }
    }
    double first = weights[0] * factor;
    d->sums[i] = first + weights[1] * factor;
    if (i == 0) {
        d->sums[0] += before;
    }
    running_sums(d->sums, LIST_THREADS);
    int pair = find_point(d->sums, LIST_THREADS, point, &d->drawn);
    double left = pair == 0 ? before : d->sums[pair - 1];
    __syncthreads();
    if (i == pair) {
        bool isFirst = weights[0] > 0 && (left + first > point || weights[1] == 0);
        d->drawn = chunk * CHUNK + 2 * i + (isFirst ? 0 : 1);
    }
    __syncthreads();
    return d->drawn;
}
