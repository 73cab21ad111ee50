package io.tokenrouter.engine.grammar;

import java.util.List;
import java.util.function.Predicate;

/** The members of an object, each on its own. Those that are not declared are left out. */
final class MemberReader {

    private final SchemaReader schemas;
    private final Predicate<String> plain;
    private final PlainText texts;

    MemberReader(SchemaReader schemas, Predicate<String> plain, String terminator) {
        this.schemas = schemas;
        this.plain = plain;
        this.texts = new PlainText(terminator);
    }

    /** @throws UnsupportedSchemaException naming the place, also where the schema is not simply one of an object */
    List<Member> read(SchemaNode schema) {
        String subject = Keywords.subject(schema);
        if (!subject.equals("type")) {
            throw schema.child(subject).fault("'" + subject + "' is not supported for a list of members");
        }
        if (schema.has("type") && !"object".equals(schema.child("type").value())) {
            throw schema.child("type").fault("must be object");
        }
        return ObjectReader.names(schema).entrySet().stream()
                .map(each -> new Member(each.getKey(), each.getValue(), Grammar.of(value(schema, each.getKey()))))
                .toList();
    }

    private Expr value(SchemaNode schema, String name) {
        SchemaNode declared = ObjectReader.member(schema, name);
        return plain.test(name) ? texts.of(declared) : schemas.inner(declared, 1);
    }
}
