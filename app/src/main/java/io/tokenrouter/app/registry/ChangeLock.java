package io.tokenrouter.app.registry;

/** Whoever changes what is registered holds it, so that what was checked still holds when it is done. */
final class ChangeLock {}
