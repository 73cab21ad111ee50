package io.tokenrouter.app.postgres;

/**
 * Where the database is and who we are there.
 *
 * @param jdbcUrl without user and password
 */
public record DatabaseLocation(String jdbcUrl, String user, String password) {

    /** Leaves the password out, and the URL's parameters, which may hold others. */
    @Override
    public String toString() {
        return jdbcUrl.split("\\?", 2)[0] + " as " + user;
    }
}
