package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalAddressTest {

    @ParameterizedTest
    @ValueSource(strings = {"/", "/batching?pair=demo", "/audit?text=%3Cb%3E&from=2026-11-30", "/a//b", "/%2Fx"})
    void pagesOfThisServerAreLedTo(String address) {
        assertThat(LocalAddress.orHome(address)).isEqualTo(address);
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(
            strings = {
                "//x.example",
                "/\\x.example",
                "\\\\x.example",
                "https://x.example",
                "javascript:alert(1)",
                " /models",
                "/a\tb",
                "/a\r\nLocation: //x.example",
                "/a{b}",
                "models",
                "/sign-in?next=/",
                "/sign-out",
                "/change-password"
            })
    void allElseLeadsHome(String address) {
        assertThat(LocalAddress.orHome(address)).isEqualTo("/");
    }

    @ParameterizedTest
    @ValueSource(ints = {1_025, 1_000_000})
    void anAddressIsBounded(int length) {
        assertThat(LocalAddress.orHome("/" + "a".repeat(length - 1))).isEqualTo("/");
    }
}
