package io.tokenrouter.engine.routing;

/** Why a reply is as it is. */
public enum Cause {
    /** The model did what it was asked. */
    ANSWERED,
    /** The model is not there: it failed, or was unloaded. The reply has no steps. */
    UNAVAILABLE,
    /** The model's context has no room for what it was to read. The reply has no steps. */
    NO_ROOM
}
