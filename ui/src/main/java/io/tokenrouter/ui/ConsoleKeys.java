package io.tokenrouter.ui;

/** What the console shows of API keys and their use. Implemented by the application; safe from any thread. */
public interface ConsoleKeys {

    /** As it is now. May wait for the database, and says so where that does not answer. */
    KeysView now();
}
