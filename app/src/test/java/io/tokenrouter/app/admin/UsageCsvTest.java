package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The table that spreadsheets open. */
class UsageCsvTest {

    @Test
    void eachModelHasAColumnThatCanBeSummedUp() {
        assertThat(UsageCsv.of(List.of(row("one", Map.of("b", 3L)), row(null, Map.of("a", 4L, "b", 5L)))))
                .isEqualTo("day,caller,key,target,requests,prompt_tokens,completion_tokens,"
                        + "completion_tokens of a,completion_tokens of b\r\n"
                        + "2026-11-30,id,one,demo,2,10,3,0,3\r\n"
                        + "2026-11-30,id,,demo,2,10,9,4,5\r\n");
    }

    @Test
    void aNameIsNeverAFormulaAndNeverAnotherCell() {
        assertThat(UsageCsv.of(List.of(row("=1+1", Map.of()), row("a,\"b\"", Map.of()), row("-x,y", Map.of()))))
                .contains(",'=1+1,", ",\"a,\"\"b\"\"\",", ",\"'-x,y\",");
    }

    private static UsageView row(@Nullable String name, Map<String, Long> written) {
        long sum = written.values().stream().mapToLong(Long::longValue).sum();
        return new UsageView(LocalDate.parse("2026-11-30"), "id", name, "demo", 2, 10, sum, written);
    }
}
