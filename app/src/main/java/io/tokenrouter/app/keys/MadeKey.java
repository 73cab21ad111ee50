package io.tokenrouter.app.keys;

/** A new key, with what is shown this once. */
public record MadeKey(ApiKey key, KeySecret secret) {}
