package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.el.ExtendedSyntaxBuilder;
import com.hubspot.jinjava.el.ext.AdditionOperator;
import com.hubspot.jinjava.el.ext.AstNamedParameter;
import com.hubspot.jinjava.el.ext.ExtendedParser;
import jinjava.de.odysseus.el.tree.impl.Builder;
import jinjava.de.odysseus.el.tree.impl.Parser;
import jinjava.de.odysseus.el.tree.impl.Scanner;
import jinjava.de.odysseus.el.tree.impl.ast.AstBinary;
import jinjava.de.odysseus.el.tree.impl.ast.AstNode;
import jinjava.de.odysseus.el.tree.impl.ast.AstUnary;

/**
 * Where jinjava's expressions differ from Jinja's in ways that change the text of real templates: {@code not} binds more
 * loosely than tests and comparisons, a named argument may be any expression, and {@code +} joins no string to something
 * that is none.
 */
public final class PythonSyntax extends ExtendedSyntaxBuilder {

    private static final long serialVersionUID = 1L;

    private static final String ASSIGN = "=";

    /** Made by the expression factory, by the name of this class. */
    public PythonSyntax(Feature... features) {
        super(features);
    }

    @Override
    protected Parser createParser(String expression) {
        return new PythonParser(this, expression);
    }

    private static final class PythonParser extends ExtendedParser {

        PythonParser(Builder context, String input) {
            super(context, input);
        }

        @Override
        protected AstNode expr(boolean required) throws Scanner.ScanException, ParseException {
            if (getToken().getSymbol() == Scanner.Symbol.IDENTIFIER
                    && ASSIGN.equals(lookahead(0).getImage())) {
                String name = consumeToken().getImage();
                consumeToken();
                return new AstNamedParameter(identifier(name), expr(true));
            }
            return super.expr(required);
        }

        @Override
        protected AstNode eq(boolean required) throws Scanner.ScanException, ParseException {
            if (getToken().getSymbol() == Scanner.Symbol.NOT) {
                consumeToken();
                return createAstUnary(eq(true), AstUnary.NOT);
            }
            return super.eq(required);
        }

        @Override
        protected AstBinary createAstBinary(AstNode left, AstNode right, AstBinary.Operator operator) {
            return super.createAstBinary(
                    left, right, operator == AdditionOperator.OP ? StrictAddition.INSTANCE : operator);
        }
    }
}
