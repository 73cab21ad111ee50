package io.tokenrouter.engine.kvcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class BlockAllocatorProperties {

    /** The allocator as one would explain it: a set, a list in the order of becoming unreferenced, and a count per block. */
    private static final class Naive {
        final Set<Integer> free = new HashSet<>();
        final List<Integer> cached = new ArrayList<>();
        final Map<Integer, Integer> references = new HashMap<>();
        final Set<Integer> kept = new HashSet<>();
        final List<Integer> reclaimed = new ArrayList<>();

        Naive(int total) {
            for (int i = 0; i < total; i++) {
                free.add(i);
            }
        }

        void allocated(int block) {
            if (!free.isEmpty()) {
                assertThat(free).as("free blocks go first").contains(block);
                free.remove(block);
            } else {
                assertThat(block).as("the block cached longest").isEqualTo(cached.removeFirst());
                kept.remove(block);
                reclaimed.add(block);
            }
            references.put(block, 1);
        }

        void release(int block) {
            int left = references.merge(block, -1, Integer::sum);
            if (left == 0) {
                references.remove(block);
                if (kept.contains(block)) {
                    cached.add(block);
                } else {
                    free.add(block);
                }
            }
        }
    }

    @Property(tries = 300)
    void behavesLikeTheNaiveOne(@ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int total) {
        Random random = new Random(seed);
        BlockAllocator allocator = new BlockAllocator(total);
        List<Integer> reclaimed = new ArrayList<>();
        allocator.onReclaim(reclaimed::add);
        Naive naive = new Naive(total);
        for (int i = 0; i < 200; i++) {
            List<Integer> referenced = new ArrayList<>(naive.references.keySet());
            switch (random.nextInt(4)) {
                case 0 -> {
                    int block = allocator.allocate();
                    if (naive.free.isEmpty() && naive.cached.isEmpty()) {
                        assertThat(block).isEqualTo(BlockAllocator.NONE);
                    } else {
                        naive.allocated(block);
                    }
                }
                case 1 -> {
                    if (!referenced.isEmpty()) {
                        int block = referenced.get(random.nextInt(referenced.size()));
                        allocator.release(block);
                        naive.release(block);
                    }
                }
                case 2 -> {
                    List<Integer> alive = new ArrayList<>(referenced);
                    alive.addAll(naive.cached);
                    if (!alive.isEmpty()) {
                        int block = alive.get(random.nextInt(alive.size()));
                        allocator.retain(block);
                        naive.cached.remove((Integer) block);
                        naive.references.merge(block, 1, Integer::sum);
                    }
                }
                default -> {
                    if (!referenced.isEmpty()) {
                        int block = referenced.get(random.nextInt(referenced.size()));
                        allocator.keep(block);
                        naive.kept.add(block);
                    }
                }
            }
            assertThat(allocator.free()).isEqualTo(naive.free.size());
            assertThat(allocator.cached()).isEqualTo(naive.cached.size());
            assertThat(allocator.free() + allocator.cached() + naive.references.size())
                    .isEqualTo(total);
            naive.references.forEach(
                    (block, count) -> assertThat(allocator.references(block)).isEqualTo(count));
            assertThat(reclaimed).isEqualTo(naive.reclaimed);
        }
    }

    @Example
    void refusesWhatWouldCorruptIt() {
        BlockAllocator allocator = new BlockAllocator(2);
        int block = allocator.allocate();
        allocator.release(block);

        assertThatThrownBy(() -> allocator.release(block)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> allocator.retain(block)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> allocator.keep(block)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new BlockAllocator(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
