package io.tokenrouter.engine.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A number can be written if it is between the bounds and has a form that is promised, and no other can. */
class NumberBoundsProperties {

    @Property(tries = 100)
    void wholeNumbersAreThoseBetweenTheBounds(@ForAll long seed) {
        Random random = new Random(seed);
        Map<String, Object> schema = bounds(random, "integer");
        Expr root = Grammar.ofSchema(schema).root();
        for (int i = 0; i < 60; i++) {
            long value = random.nextInt(10) < 8 ? near(schema, random) : random.nextLong() % 1_000_000_000_000_000_000L;
            String text = Long.toString(value);
            assertThat(NaiveReader.isWhole(root, Bytes.utf8(text)))
                    .as("%s in %s", text, schema)
                    .isEqualTo(SchemaOracle.faults(schema, text).isEmpty());
        }
        assertThat(NaiveReader.isWhole(root, Bytes.utf8("-0"))).isFalse();
        assertThat(NaiveReader.isWhole(root, Bytes.utf8("007"))).isFalse();
    }

    @Property(tries = 100)
    void othersLieBetweenTheBoundsAndHaveTheDigitsThatTheBoundsHave(@ForAll long seed) {
        Random random = new Random(seed);
        Map<String, Object> schema = bounds(random, "number");
        Expr root = Grammar.ofSchema(schema).root();
        for (int i = 0; i < 60; i++) {
            int decimals = random.nextInt(6);
            BigDecimal part = BigDecimal.valueOf(random.nextInt(2_000_001) - 1_000_000, 6);
            BigDecimal value =
                    BigDecimal.valueOf(near(schema, random)).add(part.setScale(decimals, RoundingMode.FLOOR));
            String text = value.toPlainString();
            boolean written = NaiveReader.isWhole(root, Bytes.utf8(text));
            boolean valid = SchemaOracle.faults(schema, text).isEmpty();
            assertThat(written && !valid).as("%s in %s", text, schema).isFalse();
            if (valid && decimals >= 2 && isFarFromBounds(schema, value)) {
                assertThat(written).as("%s in %s", text, schema).isTrue();
            }
        }
    }

    @Example
    void aShareIsFromZeroToOne() {
        Expr share = Grammar.ofSchema(Map.of("type", "number", "minimum", 0, "maximum", 1))
                .root();
        for (String inside : List.of("0", "1", "0.0", "1.0", "0.5", "0.05", "0.123456789")) {
            assertThat(NaiveReader.isWhole(share, Bytes.utf8(inside)))
                    .as(inside)
                    .isTrue();
        }
        for (String outside : List.of("-0.1", "1.1", "1.01", "1.00000001", "2", "-1", "1e0", ".5", "0.", "00.5")) {
            assertThat(NaiveReader.isWhole(share, Bytes.utf8(outside)))
                    .as(outside)
                    .isFalse();
        }
    }

    private static boolean isFarFromBounds(Map<String, Object> schema, BigDecimal value) {
        BigDecimal near = new BigDecimal("0.1");
        return value.abs().compareTo(near) > 0
                && bounds(schema).stream()
                        .noneMatch(bound -> bound.subtract(value).abs().compareTo(near) <= 0);
    }

    private static long near(Map<String, Object> schema, Random random) {
        List<BigDecimal> bounds = bounds(schema);
        long bound = bounds.get(random.nextInt(bounds.size())).longValue();
        return bound + random.nextInt(1 + random.nextInt(200)) - random.nextInt(1 + random.nextInt(200));
    }

    private static List<BigDecimal> bounds(Map<String, Object> schema) {
        return schema.values().stream()
                .filter(Number.class::isInstance)
                .map(bound -> new BigDecimal(bound.toString()))
                .toList();
    }

    private static Map<String, Object> bounds(Random random, String type) {
        Map<String, Object> schema = new LinkedHashMap<>(Map.of("type", type));
        long from = random.nextInt(4000) - 2000 + (random.nextInt(5) == 0 ? 123_456_789_012L : 0);
        if (random.nextInt(4) > 0) {
            schema.put(random.nextBoolean() ? "minimum" : "exclusiveMinimum", bound(from, random));
        }
        if (random.nextInt(4) > 0 || schema.size() == 1) {
            long to = from + random.nextInt(3000);
            schema.put(random.nextBoolean() ? "maximum" : "exclusiveMaximum", bound(to, random));
        }
        return schema;
    }

    private static Object bound(long whole, Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> whole + 0.5;
            case 1 -> BigDecimal.valueOf(whole).add(new BigDecimal("0.25"));
            default -> whole;
        };
    }
}
