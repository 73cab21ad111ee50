package io.tokenrouter.app.calibration;

import io.tokenrouter.app.serving.Refusal.Kind;
import io.tokenrouter.engine.api.EngineException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.stereotype.Component;

/**
 * Runs one calibration at a time, since each is a load of its own, and remembers the last ones. A stop of the server ends what runs
 * before anything else: its requests must not be waited for as if somebody needed their answers. Safe from any thread.
 */
@Component
class CalibrationJobs implements ApplicationListener<ContextClosedEvent> {

    /** Calibrations that are remembered. */
    static final int MOST = 20;

    private static final Logger log = LoggerFactory.getLogger(CalibrationJobs.class);

    private final Deque<CalibrationJob> jobs = new ArrayDeque<>();
    private boolean isStopped;

    /** What a job does. */
    @FunctionalInterface
    interface Work {
        Calibrated run(CalibrationJob job) throws InterruptedException;
    }

    /** @throws CalibrationRefusal CONFLICT while another one runs, and once the server stops */
    synchronized CalibrationJob begin(CalibrationQuestion question, Instant now, Work work) {
        if (isStopped) {
            throw new CalibrationRefusal(Kind.CONFLICT, null, "The server stops, and begins no calibration.");
        }
        Optional<CalibrationJob> running =
                jobs.stream().filter(CalibrationJob::isRunning).findFirst();
        if (running.isPresent()) {
            throw new CalibrationRefusal(
                    Kind.CONFLICT,
                    null,
                    "A calibration of '" + running.get().question().pair() + "' runs, "
                            + running.get().id() + "; wait for it or cancel it.");
        }
        CalibrationJob job = new CalibrationJob(UUID.randomUUID().toString(), question, now);
        Thread worker = Thread.ofVirtual().name("calibration").unstarted(() -> run(job, work));
        job.runsOn(worker);
        if (jobs.size() == MOST) {
            jobs.removeFirst();
        }
        jobs.addLast(job);
        worker.start();
        return job;
    }

    synchronized Optional<CalibrationJob> find(String id) {
        return jobs.stream().filter(job -> job.id().equals(id)).findFirst();
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        stop();
    }

    /** Ends what runs, and begins nothing any more. */
    synchronized void stop() {
        isStopped = true;
        jobs.forEach(CalibrationJob::cancel);
    }

    private static void run(CalibrationJob job, Work work) {
        try {
            job.done(work.run(job));
        } catch (InterruptedException e) {
            job.cancel();
        } catch (CalibrationRefusal | EngineException | IllegalStateException | IllegalArgumentException e) {
            job.failed(String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            log.warn("A calibration failed", e);
            job.failed("something went wrong; the server's log says what");
        }
    }
}
