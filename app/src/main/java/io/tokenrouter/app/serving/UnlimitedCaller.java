package io.tokenrouter.app.serving;

import java.util.Locale;

/** Callers without a key, who may ask for everything. */
public enum UnlimitedCaller implements Caller {

    /** Anybody, where no key is needed. */
    ANONYMOUS,

    /** Somebody who is signed in, through a page of the console. */
    CONSOLE;

    @Override
    public String account() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean mayUse(String id) {
        return true;
    }

    @Override
    public boolean mayRoute() {
        return true;
    }

    @Override
    public void requested() {}

    @Override
    public void used(long tokens) {}
}
