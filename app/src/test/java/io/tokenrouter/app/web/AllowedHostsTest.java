package io.tokenrouter.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {

    private final InetAddress loopback = InetAddress.getLoopbackAddress();

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:8080", "LocalHost:1", "127.0.0.1:8080", "[::1]:8080", "[::1]"})
    void loopbackAnswersToItsOwnNames(String host) {
        assertThat(AllowedHosts.of(List.of(), loopback).allows(host)).isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "evil.example",
                "evil.example:8080",
                "localhost.evil.example",
                "127.0.0.1.evil.example:1",
                "::1"
            })
    void loopbackAnswersToNoOther(String host) {
        assertThat(AllowedHosts.of(List.of(), loopback).allows(host)).isFalse();
    }

    @Test
    void anotherLoopbackAddressAnswersToItsOwnSpellingsToo() throws Exception {
        InetAddress second = InetAddress.getByName("127.0.0.2");
        InetAddress named = InetAddress.getByAddress("Models.internal", new byte[] {127, 0, 1, 1});
        InetAddress six = InetAddress.getByName("0:0:0:0:0:0:0:1");

        assertThat(AllowedHosts.of(List.of(), second).allows("127.0.0.2:8080")).isTrue();
        assertThat(AllowedHosts.of(List.of(), second).allows("localhost:8080")).isTrue();
        assertThat(AllowedHosts.of(List.of(), second).allows("127.0.0.3:8080")).isFalse();
        assertThat(AllowedHosts.of(List.of(), named).allows("models.internal:8080"))
                .isTrue();
        assertThat(AllowedHosts.of(List.of(), named).allows("127.0.1.1:8080")).isTrue();
        assertThat(AllowedHosts.of(List.of(), six).allows("[0:0:0:0:0:0:0:1]:8080"))
                .isTrue();
    }

    @Test
    void aServerOnTheNetworkAnswersToAllUnlessToldOtherwise() throws Exception {
        InetAddress network = InetAddress.getByAddress(new byte[] {10, 0, 0, 5});

        assertThat(AllowedHosts.of(List.of(), null).allows("anything")).isTrue();
        assertThat(AllowedHosts.of(List.of(), network).allows("anything")).isTrue();
        assertThat(AllowedHosts.of(List.of("Models.example"), network).allows("models.example:443"))
                .isTrue();
        assertThat(AllowedHosts.of(List.of("Models.example"), network).allows("localhost"))
                .isFalse();
        assertThat(AllowedHosts.of(List.of("*"), loopback).allows("anything")).isTrue();
    }
}
