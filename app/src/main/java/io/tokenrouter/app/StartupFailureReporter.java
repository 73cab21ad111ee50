package io.tokenrouter.app;

import org.springframework.boot.SpringBootExceptionReporter;

/** Keeps Boot from printing a stack trace for what the command line tells in one line. */
class StartupFailureReporter implements SpringBootExceptionReporter {

    @Override
    public boolean reportException(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StartupException) {
                return true;
            }
        }
        return false;
    }
}
