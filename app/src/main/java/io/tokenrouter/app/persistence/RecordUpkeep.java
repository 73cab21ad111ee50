package io.tokenrouter.app.persistence;

import java.time.Instant;

/** Work on what is stored, done by the writer's thread whenever all that waited has been written. */
public interface RecordUpkeep {

    /**
     * Called about once a second; does what is due, and may block.
     *
     * @throws RuntimeException if it could not be done; it is called again
     */
    void run(Instant now);
}
