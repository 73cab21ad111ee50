package io.tokenrouter.app.tools;

import io.tokenrouter.engine.grammar.Grammar;
import io.tokenrouter.engine.grammar.Member;
import io.tokenrouter.engine.grammar.UnsupportedSchemaException;
import java.util.ArrayList;
import java.util.List;

/**
 * Arguments as {@link XmlAttempt} reads them: declared ones in the order of the schema, each on lines of its own, texts without quotes
 * and everything else as JSON. A text cannot have the end tag of a value.
 */
final class XmlGrammar {

    private static final String UNFIT = "<>\n";

    private XmlGrammar() {}

    /** @throws UnsupportedSchemaException naming the place of what cannot be enforced */
    static Grammar arguments(Tool tool) {
        List<Grammar> arguments = new ArrayList<>();
        for (Member member : Grammar.membersOf(
                tool.parameters(), name -> XmlValue.isText(tool.parameters(), name), XmlAttempt.END_OF_VALUE)) {
            requireFit(member.name());
            Grammar argument = Grammar.sequence(
                    Grammar.text(XmlAttempt.KEY + member.name() + ">\n"),
                    member.value(),
                    Grammar.text("\n" + XmlAttempt.END_OF_VALUE + "\n"));
            arguments.add(member.required() ? argument : Grammar.repeat(argument, 0, 1));
        }
        return Grammar.sequence(arguments.toArray(Grammar[]::new));
    }

    private static void requireFit(String name) {
        boolean fits = name.chars().noneMatch(c -> UNFIT.indexOf(c) >= 0)
                && name.strip().equals(name)
                && name.length() < XmlAttempt.MOST_OF_NAME;
        if (!fits) {
            throw new UnsupportedSchemaException(
                    "#/properties",
                    "the name of an argument cannot stand in a tag, as the calls of this model have it");
        }
    }
}
