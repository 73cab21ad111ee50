package io.tokenrouter.engine.grammar;

import org.jspecify.annotations.Nullable;

/**
 * One way to read what was written.
 *
 * @param node with edges for bytes
 * @param stack what is left to do after the part of the grammar that the node is in
 */
record Place(Node node, @Nullable Frame stack) {

    @Override
    public int hashCode() {
        return node.hashCode() + 31 * Frame.hash(stack);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Place place && place.node == node && Frame.equal(place.stack, stack);
    }
}
