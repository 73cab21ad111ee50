package io.tokenrouter.bench.decode;

import java.util.List;

/** Something that writes the continuation of several prompts at once, greedily. */
interface BatchDecoder extends AutoCloseable {

    /**
     * Speed of decoding alone: tokens of all sequences per second, over the time in which all of them decode.
     *
     * @param prompts one per sequence of the batch, all of one length
     * @param newTokens tokens to write after each
     */
    double decode(List<Prompt> prompts, int newTokens);

    /** Speed of reading one prompt, in tokens per second. */
    double prefill(Prompt prompt);

    @Override
    void close();
}
