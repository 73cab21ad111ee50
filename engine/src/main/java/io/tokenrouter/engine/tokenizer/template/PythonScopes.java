package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.JinjavaConfig;
import com.hubspot.jinjava.interpret.Context;
import com.hubspot.jinjava.interpret.InterpreterFactory;
import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.util.ScopeMap;
import org.jspecify.annotations.Nullable;

/**
 * A variable that is none hides one of the same name further out, as in Python. Jinjava looks on: an argument of a macro that is none
 * would become whatever the caller has under that name.
 */
final class PythonScopes extends JinjavaInterpreter {

    /** Makes these for every render. */
    static final InterpreterFactory FACTORY = new InterpreterFactory() {

        @Override
        public JinjavaInterpreter newInstance(JinjavaInterpreter original) {
            return new PythonScopes(original);
        }

        @Override
        public JinjavaInterpreter newInstance(Jinjava application, Context context, JinjavaConfig config) {
            return new PythonScopes(application, context, config);
        }
    };

    private PythonScopes(JinjavaInterpreter original) {
        super(original);
    }

    private PythonScopes(Jinjava application, Context context, JinjavaConfig config) {
        super(application, context, config);
    }

    @Override
    public @Nullable Object retraceVariable(String variable, int lineNumber, int startPosition) {
        ScopeMap<String, Object> scope = getContext();
        while (scope != null && !scope.getScope().containsKey(variable)) {
            scope = scope.getParent();
        }
        return scope == null || scope.getScope().get(variable) == null
                ? null
                : super.retraceVariable(variable, lineNumber, startPosition);
    }
}
