package io.tokenrouter.app.keys;

/**
 * @param required whether the API asks for a key
 * @param version rises with every change of any key or of this
 */
record StoredAccess(boolean required, long version) {}
