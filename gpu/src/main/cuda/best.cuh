// The largest logits of a row in order, from the largest of each of its groups: the k best ids lie in the k groups with the best
// largest ones, so a row is never read again as a whole.
#pragma once

#include "rows.cuh"

#define BINS 256
// bins of distances from the largest logit are so many to a nat
#define BINS_TO_A_NAT 16.0f

struct BestScratch {
    uint64_t list[LIST];
    int groups[LIST];
    int histogram[BINS];
    int bin;
    int before;
    int within;
    int counter;
};

// An upper part of a row: ids whose logits are near enough to the largest and whose keys are large enough.
struct Cut {
    float max;
    int lastBin;
    uint64_t least;
};

DEVICE int distance_bin(float max, float logit) {
    return (int)fminf((max - logit) * BINS_TO_A_NAT, BINS - 1.0f);
}

DEVICE bool keeps(Cut cut, uint64_t key) {
    return key != 0 && key >= cut.least && distance_bin(cut.max, logit_of(key)) <= cut.lastBin;
}

// Adds one to a bin for each thread with a key. Most keys of a warp often share a bin: those are added at once.
DEVICE void count_in_bins(int* histogram, int bin, bool counts) {
    uint32_t open = __ballot_sync(FULL_WARP, counts);
    for (int round = 0; round < 2 && open != 0; round++) {
        int leader = __ffs(open) - 1;
        int common = __shfl_sync(FULL_WARP, bin, leader);
        uint32_t same = __ballot_sync(FULL_WARP, counts && bin == common);
        if (threadIdx.x % 32 == leader) {
            atomicAdd(&histogram[common], __popc(same));
        }
        open &= ~same;
        counts = counts && bin != common;
    }
    if (counts) {
        atomicAdd(&histogram[bin], 1);
    }
}

DEVICE void clear_bins(BestScratch* s) {
    __syncthreads();
    if (threadIdx.x < BINS) {
        s->histogram[threadIdx.x] = 0;
    }
    __syncthreads();
}

// Finds the first bin with which there are at least want keys; the last one where there are fewer.
DEVICE void find_bin(BestScratch* s, int want) {
    __syncthreads();
    if (threadIdx.x < 32) {
        int lane = threadIdx.x;
        int own = 0;
        for (int i = 0; i < BINS / 32; i++) {
            own += s->histogram[lane * (BINS / 32) + i];
        }
        int up = own;
        for (int step = 1; step < 32; step <<= 1) {
            int other = __shfl_sync(FULL_WARP, up, lane >= step ? lane - step : lane);
            up += lane >= step ? other : 0;
        }
        uint32_t enough = __ballot_sync(FULL_WARP, up >= want);
        int first = enough == 0 ? 31 : __ffs(enough) - 1;
        if (lane == first) {
            int before = up - own;
            int bin = lane * (BINS / 32);
            while (bin < (lane + 1) * (BINS / 32) - 1 && before + s->histogram[bin] < want) {
                before += s->histogram[bin++];
            }
            s->bin = bin;
            s->before = before;
            s->within = s->histogram[bin];
        }
    }
    __syncthreads();
}

// A cut that keeps at least want of n keys, or all, and at most LIST.
template <class Keys>
DEVICE Cut find_cut(Keys keys, int n, int want, float max, BestScratch* s) {
    clear_bins(s);
    for (int from = 0; from < n; from += LIST_THREADS) {
        int i = from + threadIdx.x;
        uint64_t key = i < n ? keys(i) : 0;
        count_in_bins(s->histogram, key == 0 ? 0 : distance_bin(max, logit_of(key)), key != 0);
    }
    find_bin(s, want);
    Cut cut = {max, s->bin, 1};
    if (s->before + s->within <= LIST) {
        return cut;
    }
    // too many are alike: digit by digit, the largest first, to the key that is the last one wanted
    uint64_t prefix = 0;
    uint64_t mask = 0;
    int missing = want;
    for (int shift = 56; shift >= 0; shift -= 8) {
        clear_bins(s);
        for (int from = 0; from < n; from += LIST_THREADS) {
            int i = from + threadIdx.x;
            uint64_t key = i < n ? keys(i) : 0;
            count_in_bins(s->histogram, 255 - (int)(key >> shift & 255), key != 0 && (key & mask) == prefix);
        }
        find_bin(s, missing);
        prefix |= (uint64_t)(255 - s->bin) << shift;
        mask |= (uint64_t)255 << shift;
        missing -= s->before;
        if (missing == s->within) {
            break;
        }
    }
    cut.lastBin = BINS - 1;
    cut.least = prefix;
    return cut;
}

// An id of a group.
DEVICE int id_in_group(int group, int index) {
    int chunk = group / CHUNK_GROUPS;
    int pair = group % CHUNK_GROUPS;
    return chunk * CHUNK + (index / 8) * (CHUNK / 4) + pair * 8 + index % 8;
}

// Writes the best ids of a row to scratch->list as keys, the best first, zeros behind them up to a power of two, and returns how many:
// at least want, or all ids, at most LIST.
DEVICE int list_best(
        const float* row, const uint64_t* best, int groups, int vocabulary, float max, int want, BestScratch* s) {
    Cut cut = find_cut([=](int i) { return best[i]; }, groups, want, max, s);
    __syncthreads();
    if (threadIdx.x == 0) {
        s->counter = 0;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < groups; i += LIST_THREADS) {
        if (keeps(cut, best[i])) {
            s->groups[atomicAdd(&s->counter, 1)] = i;
        }
    }
    __syncthreads();
    int listedGroups = s->counter;
    auto element = [=](int i) {
        int id = id_in_group(s->groups[i / GROUP], i % GROUP);
        uint64_t key = id < vocabulary ? key_of(row[id], id) : 0;
        return keeps(cut, key) ? key : (uint64_t)0;
    };
    Cut all = {max, BINS - 1, 1};
    for (int attempt = 0; attempt < 2; attempt++) {
        __syncthreads();
        if (threadIdx.x == 0) {
            s->counter = 0;
        }
        __syncthreads();
        for (int i = threadIdx.x; i < listedGroups * GROUP; i += LIST_THREADS) {
            uint64_t key = element(i);
            if (keeps(all, key)) {
                int at = atomicAdd(&s->counter, 1);
                if (at < LIST) {
                    s->list[at] = key;
                }
            }
        }
        __syncthreads();
        if (s->counter <= LIST) {
            break;
        }
        all = find_cut(element, listedGroups * GROUP, want, max, s);
    }
    int count = s->counter;
    int sorted = power_of_two(count);
    if (threadIdx.x >= count && threadIdx.x < sorted) {
        s->list[threadIdx.x] = 0;
    }
    sort_keys(s->list, sorted);
    return count;
}
