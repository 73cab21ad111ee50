package io.tokenrouter.app.keys;

/** A key with the hash by which it is found. */
record StoredKey(KeyHash hash, ApiKey key) {}
