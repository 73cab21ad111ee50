package io.tokenrouter.app.persistence;

/**
 * What one generation adds to its caller's usage beside the tokens that were written. Requests and prompts count once, however
 * many answers they got, so of these generations one has them.
 *
 * @param caller as {@code Caller.account()} says
 * @param requests 0 or 1
 * @param promptTokens 0 where another generation counts the prompt
 */
public record UsageShare(String caller, int requests, int promptTokens) {}
