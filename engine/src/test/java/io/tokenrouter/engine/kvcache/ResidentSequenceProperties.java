package io.tokenrouter.engine.kvcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ResidentSequenceProperties {

    private static final int TOTAL = 24;
    private static final int SEQUENCES = 4;

    /** Views that grow, are cut, change in the middle or are taken from a neighbour, over a pool with real content. */
    private static final class World {
        final Random random;
        final int blockSize;
        final BlockAllocator allocator = new BlockAllocator(TOTAL);
        final int[] slots;
        final List<ResidentSequence> sequences = new ArrayList<>();
        final List<int[]> views = new ArrayList<>();

        World(long seed, int blockSize, PrefixCache.ChainHash hash) {
            this.random = new Random(seed);
            this.blockSize = blockSize;
            this.slots = new int[TOTAL * blockSize];
            PrefixCache cache =
                    hash == null ? new PrefixCache(allocator, blockSize) : new PrefixCache(allocator, blockSize, hash);
            for (int i = 0; i < SEQUENCES; i++) {
                sequences.add(new ResidentSequence(allocator, cache, blockSize));
                views.add(new int[] {0});
            }
        }

        void act() {
            int which = random.nextInt(SEQUENCES);
            ResidentSequence sequence = sequences.get(which);
            if (random.nextInt(8) == 0) {
                sequence.release();
            } else {
                views.set(which, otherView(which));
                run(sequence, views.get(which));
            }
            check();
        }

        private int[] otherView(int which) {
            int[] view = views.get(random.nextInt(5) == 0 ? random.nextInt(SEQUENCES) : which);
            int cut = random.nextInt(3) == 0 ? 1 + random.nextInt(view.length) : view.length;
            int added = random.nextInt(2 * blockSize + 2);
            int[] other = Arrays.copyOf(view, Math.min(cut + added, TOTAL * blockSize / SEQUENCES));
            for (int i = cut; i < other.length; i++) {
                other[i] = random.nextInt(2);
            }
            return other;
        }

        private void run(ResidentSequence sequence, int[] view) {
            int before = sequence.length();
            int kept = sequence.keepPrefixOf(view, view.length);
            assertThat(kept).isLessThan(view.length).isLessThanOrEqualTo(before);
            sequence.adoptCached(view, view.length);
            assertThat(sequence.length()).as("the last id has to run").isLessThan(view.length);
            if (!sequence.reserve(view.length)) {
                assertThat(allocator.available() * blockSize)
                        .isLessThan(view.length - sequence.blockCount() * blockSize);
                return;
            }
            while (sequence.length() < view.length) {
                int count = 1 + random.nextInt(view.length - sequence.length());
                for (int i = 0; i < count; i++) {
                    slots[slot(sequence, sequence.length() + i)] = view[sequence.length() + i];
                }
                sequence.advance(view, count);
                sequence.publish(random.nextInt(view.length + 1));
            }
        }

        private int slot(ResidentSequence sequence, int position) {
            return sequence.blocks()[position / blockSize] * blockSize + position % blockSize;
        }

        private void check() {
            Map<Integer, Integer> references = new HashMap<>();
            for (int i = 0; i < SEQUENCES; i++) {
                ResidentSequence sequence = sequences.get(i);
                for (int position = 0; position < sequence.length(); position++) {
                    assertThat(slots[slot(sequence, position)])
                            .as("position " + position + " of sequence " + i)
                            .isEqualTo(views.get(i)[position]);
                }
                for (int block = 0; block < sequence.blockCount(); block++) {
                    references.merge(sequence.blocks()[block], 1, Integer::sum);
                }
            }
            references.forEach((block, count) -> assertThat(allocator.references(block))
                    .as("references of block " + block)
                    .isEqualTo(count));
            assertThat(allocator.free() + allocator.cached() + references.size())
                    .isEqualTo(TOTAL);
        }
    }

    @Property(tries = 200)
    void blocksHoldWhatTheSequenceSays(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int blockSize) {
        World world = new World(seed, blockSize, null);
        for (int i = 0; i < 150; i++) {
            world.act();
        }
        world.sequences.forEach(ResidentSequence::release);
        assertThat(world.allocator.available()).isEqualTo(TOTAL);
    }

    @Property(tries = 100)
    void equalHashesDoNotMixPrefixes(@ForAll long seed) {
        World world = new World(seed, 2, (before, ids, from, to) -> ids[from]);
        for (int i = 0; i < 150; i++) {
            world.act();
        }
    }

    @Example
    void aSecondSequenceTakesOverTheBlocksOfAnEqualPrefix() {
        BlockAllocator allocator = new BlockAllocator(10);
        PrefixCache cache = new PrefixCache(allocator, 4);
        int[] prompt = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        ResidentSequence first = filled(allocator, cache, prompt);

        ResidentSequence second = new ResidentSequence(allocator, cache, 4);
        assertThat(second.adoptCached(prompt, 9)).isEqualTo(8);
        assertThat(Arrays.copyOf(second.blocks(), 2)).isEqualTo(Arrays.copyOf(first.blocks(), 2));

        first.release();
        second.release();
        assertThat(allocator.cached()).isEqualTo(2);
        assertThat(allocator.free()).isEqualTo(8);
        ResidentSequence third = new ResidentSequence(allocator, cache, 4);
        assertThat(third.adoptCached(new int[] {1, 2, 3, 4, 5, 6, 7, 0, 9}, 9)).isEqualTo(4);
    }

    @Example
    void equalPrefixesThatWereRunSideBySideEndUpInTheSameBlocks() {
        BlockAllocator allocator = new BlockAllocator(10);
        PrefixCache cache = new PrefixCache(allocator, 4);
        int[] prompt = {1, 2, 3, 4, 5};
        ResidentSequence first = new ResidentSequence(allocator, cache, 4);
        ResidentSequence second = new ResidentSequence(allocator, cache, 4);
        first.reserve(5);
        second.reserve(5);
        first.advance(prompt, 5);
        second.advance(prompt, 5);

        first.publish(5);
        second.publish(5);

        assertThat(second.blocks()[0]).isEqualTo(first.blocks()[0]);
        assertThat(second.blocks()[1]).as("the unfinished block is its own").isNotEqualTo(first.blocks()[1]);
        assertThat(allocator.free()).isEqualTo(7);
    }

    @Example
    void aCutInsideASharedBlockGivesTheBlockUp() {
        BlockAllocator allocator = new BlockAllocator(10);
        PrefixCache cache = new PrefixCache(allocator, 4);
        ResidentSequence sequence = filled(allocator, cache, new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9});

        assertThat(sequence.keepPrefixOf(new int[] {1, 2, 3, 4, 5, 6, 0}, 7)).isEqualTo(4);
        assertThat(sequence.blockCount()).isEqualTo(1);
    }

    @Example
    void aCutInsideAPrivateBlockKeepsItsStart() {
        BlockAllocator allocator = new BlockAllocator(10);
        ResidentSequence sequence = filled(allocator, null, new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9});

        assertThat(sequence.keepPrefixOf(new int[] {1, 2, 3, 4, 5, 6, 0}, 7)).isEqualTo(6);
    }

    private static ResidentSequence filled(BlockAllocator allocator, PrefixCache cache, int[] ids) {
        ResidentSequence sequence = new ResidentSequence(allocator, cache, 4);
        sequence.reserve(ids.length);
        sequence.advance(ids, ids.length);
        sequence.publish(ids.length);
        return sequence;
    }
}
