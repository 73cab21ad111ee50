package io.tokenrouter.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who is cut, and who only has a slow line. */
class ReaderPaceTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final OpenConnections connections =
            new OpenConnections(new WebProperties(List.of(), 9, 9, LIMIT, LIMIT, LIMIT, LIMIT, LIMIT));
    private final Client client = new Client(new ReaderPace(LIMIT, connections));

    @Test
    void whoTakesNothingIsCutAfterTheLimit() {
        send(100_000);
        pass(29);
        assertThat(client.isOpen()).isTrue();
        pass(10);
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void whoTakesAByteNowAndThenIsCutAsWell() {
        send(100_000);
        for (int i = 0; i < 8; i++) {
            client.take(1);
            pass(5);
        }
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void whoTakesSlowlyGetsAllOfALargeAnswer() {
        send(100_000);
        for (int i = 0; i < 20; i++) {
            client.take(5_000);
            pass(29);
            assertThat(client.isOpen()).isTrue();
        }
    }

    @Test
    void whoHasTakenEverythingMayWaitForTheNextForAsLongAsItTakes() {
        for (int i = 0; i < 10; i++) {
            send(10);
            pass(20);
            client.take(10);
            pass(300);
        }
        assertThat(client.isOpen()).isTrue();
        send(10);
        pass(40);
        assertThat(client.isOpen()).isFalse();
    }

    private void send(int bytes) {
        client.writeOneOutbound(Unpooled.wrappedBuffer(new byte[bytes]));
        client.flush();
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            client.advanceTimeBy(1, TimeUnit.SECONDS);
            client.runScheduledPendingTasks();
        }
    }

    /** A connection whose other end takes only as much as it says. */
    private static final class Client extends EmbeddedChannel {

        private int room;

        Client(ReaderPace pace) {
            super(pace);
            freezeTime();
        }

        void take(int bytes) {
            room = bytes;
            flush();
        }

        @Override
        protected void doWrite(ChannelOutboundBuffer waiting) {
            while (room > 0 && waiting.current() instanceof ByteBuf bytes) {
                int taken = Math.min(room, bytes.readableBytes());
                room -= taken;
                waiting.removeBytes(taken);
            }
        }
    }
}
