package io.tokenrouter.engine.grammar;

import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.api.Vocabulary;
import java.util.Set;

/**
 * Grammars over the tokens of one vocabulary. Models of a pair have one vocabulary and so one mask. Holds the trie of the tokens and
 * what was worked out for the grammars that are in use; make one for each vocabulary and keep it. Safe from any thread.
 */
public final class TokenGrammars {

    private static final long MEMO_BYTES = 32L << 20;

    private final TokenTrie trie;
    private final Set<Integer> endIds;
    private final TokenMask endMask;
    private final Memo memo;

    /** Reads every token of the vocabulary: some 100 ms for a large one. The vocabulary itself is not kept. */
    public TokenGrammars(Vocabulary vocabulary) {
        this(vocabulary, MEMO_BYTES);
    }

    TokenGrammars(Vocabulary vocabulary, long memoBytes) {
        this.trie = new TokenTrie(vocabulary);
        this.endIds = Set.copyOf(vocabulary.endIds());
        this.endMask =
                TokenMask.ofIds(endIds.stream().mapToInt(Integer::intValue).toArray());
        this.memo = new Memo(memoBytes);
    }

    /**
     * A grammar as a constraint on tokens. What has no token of its own for each of its bytes is left out of it, so that no token
     * leads to a place from which nothing goes on.
     *
     * @throws UnwritableGrammarException if nothing is left, or no token ends an answer
     * @throws UnsupportedSchemaException if the grammar is too large
     */
    public TokenConstraint constrain(Grammar grammar) {
        if (endIds.isEmpty()) {
            throw new UnwritableGrammarException("the model has no token that ends an answer");
        }
        Node start = AutomatonBuilder.build(grammar.root(), trie.singleBytes());
        TokenConstraint.State first = new GrammarState(this, Reading.start(start));
        return new TokenConstraint() {

            @Override
            public State start() {
                return first;
            }

            @Override
            public Set<Integer> endIds() {
                return endIds;
            }
        };
    }

    /** Allowed where nothing but an end token may follow. */
    TokenMask endMask() {
        return endMask;
    }

    boolean isEnd(int id) {
        return endIds.contains(id);
    }

    synchronized TokenMask allowed(Reading reading) {
        Memo.Entry entry = memo.begin(reading);
        TokenMask known = entry.mask();
        if (known != null) {
            return known;
        }
        long[] words = new long[Math.ceilDiv(trie.vocabularySize(), Long.SIZE)];
        trie.mark(memo, entry, words);
        if (reading.complete()) {
            for (int id : endIds) {
                words[id / Long.SIZE] |= 1L << id;
            }
        }
        TokenMask mask = TokenMask.of(words);
        memo.remember(entry, mask, words.length * Long.BYTES);
        return mask;
    }

    /** Dead if the token does not fit, or is no text. */
    synchronized Reading after(Reading reading, int id) {
        byte[] bytes = trie.bytes(id);
        if (bytes.length == 0) {
            throw new IllegalArgumentException("token id " + id + " is no text");
        }
        Memo.Entry entry = memo.begin(reading);
        for (byte each : bytes) {
            entry = memo.next(entry, each & 0xFF);
        }
        return entry.reading();
    }
}
