package io.tokenrouter.ui;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The page of people. Times are UTC. */
record PeoplePage(List<Row> rows) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("d MMM yyyy, HH:mm", Locale.ENGLISH);

    private static final List<RoleLabel> ROLES = List.of(
            new RoleLabel("viewer", "Viewer", "look"),
            new RoleLabel("operator", "Operator", "pairs, policies, batching, requests"),
            new RoleLabel("admin", "Administrator", "everything, and people and keys"));

    /** A role in words. */
    record RoleLabel(String word, String label, String may) {}

    /** One account. */
    record Row(ConsolePeople.Person person, RoleLabel role, String lastSignIn) {}

    static PeoplePage of(List<ConsolePeople.Person> people) {
        return new PeoplePage(people.stream().map(PeoplePage::row).toList());
    }

    public List<RoleLabel> roles() {
        return ROLES;
    }

    private static Row row(ConsolePeople.Person person) {
        RoleLabel role = ROLES.stream()
                .filter(label -> label.word().equals(person.role()))
                .findFirst()
                .orElseThrow();
        Instant last = person.lastSignInAt();
        return new Row(person, role, last == null ? "never" : TIME.format(last.atOffset(ZoneOffset.UTC)));
    }
}
