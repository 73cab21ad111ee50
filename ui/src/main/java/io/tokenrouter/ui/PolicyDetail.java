package io.tokenrouter.ui;

import java.util.List;

/**
 * A registered policy.
 *
 * @param pairs ids of those that follow it
 */
public record PolicyDetail(PolicyView policy, List<String> pairs) {

    public PolicyDetail {
        pairs = List.copyOf(pairs);
    }
}
