package io.tokenrouter.app.persistence;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Adds up usage by caller and day (UTC). Takes part in the transaction that writes the generations. */
@Component
class UsageTable {

    private static final String ADD_REQUESTS = """
            INSERT INTO usage_requests AS u (day, caller, target, requests, prompt_tokens) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (day, caller, target) DO UPDATE
            SET requests = u.requests + excluded.requests, prompt_tokens = u.prompt_tokens + excluded.prompt_tokens
            """;

    private static final String ADD_TOKENS = """
            INSERT INTO usage_tokens AS u (day, caller, target, model, completion_tokens) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (day, caller, target, model) DO UPDATE
            SET completion_tokens = u.completion_tokens + excluded.completion_tokens
            """;

    private final JdbcTemplate sql;

    UsageTable(JdbcTemplate sql) {
        this.sql = sql;
    }

    void add(List<GenerationRecord> records) {
        // sorted: servers that write the same rows take them in the same order and never wait for each other in a
        // circle
        Map<Asked, Requests> requests = new TreeMap<>();
        Map<Written, Long> tokens = new TreeMap<>();
        for (GenerationRecord record : records) {
            UsageShare share = record.usage();
            Asked asked = new Asked(
                    record.finishedAt().atZone(ZoneOffset.UTC).toLocalDate(), share.caller(), record.target());
            requests.merge(asked, new Requests(share.requests(), share.promptTokens()), Requests::plus);
            record.stats()
                    .completionTokens()
                    .forEach((model, count) -> tokens.merge(new Written(asked, model), (long) count, Long::sum));
        }
        sql.batchUpdate(
                ADD_REQUESTS,
                requests.entrySet().stream()
                        .map(row -> new Object[] {
                            row.getKey().day(),
                            row.getKey().caller(),
                            row.getKey().target(),
                            row.getValue().requests(),
                            row.getValue().promptTokens()
                        })
                        .toList());
        sql.batchUpdate(
                ADD_TOKENS,
                tokens.entrySet().stream()
                        .map(row -> new Object[] {
                            row.getKey().asked().day(),
                            row.getKey().asked().caller(),
                            row.getKey().asked().target(),
                            row.getKey().model(),
                            row.getValue()
                        })
                        .toList());
    }

    private record Requests(long requests, long promptTokens) {

        Requests plus(Requests more) {
            return new Requests(requests + more.requests, promptTokens + more.promptTokens);
        }
    }

    private record Asked(LocalDate day, String caller, String target) implements Comparable<Asked> {

        private static final Comparator<Asked> ORDER =
                Comparator.comparing(Asked::day).thenComparing(Asked::caller).thenComparing(Asked::target);

        @Override
        public int compareTo(Asked other) {
            return ORDER.compare(this, other);
        }
    }

    private record Written(Asked asked, String model) implements Comparable<Written> {

        @Override
        public int compareTo(Written other) {
            int order = asked.compareTo(other.asked);
            return order != 0 ? order : model.compareTo(other.model);
        }
    }
}
