package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.JinjavaConfig;
import com.hubspot.jinjava.LegacyOverrides;
import com.hubspot.jinjava.el.JinjavaProcessors;
import com.hubspot.jinjava.interpret.Context;
import com.hubspot.jinjava.interpret.InterpretException;
import com.hubspot.jinjava.lib.filter.Filter;
import com.hubspot.jinjava.lib.filter.FilterLibrary;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import jinjava.de.odysseus.el.ExpressionFactoryImpl;
import jinjava.de.odysseus.el.tree.TreeBuilder;
import jinjava.javax.el.ExpressionFactory;

/** Jinjava with Python's expressions, the settings of Hugging Face's renderer, and bounds on everything that can grow. */
final class JinjaSandbox extends Jinjava {

    private static final int MAX_RANGE = 10_000;
    private static final int MAX_DEPTH = 30;

    /**
     * Those of Jinja's own that chat templates may want. Others of jinjava read templates or expressions out of what they are given,
     * or are not the same twice.
     */
    private static final Set<String> FILTERS = Set.of(
            "abs",
            "attr",
            "batch",
            "capitalize",
            "center",
            "count",
            "d",
            "default",
            "dictsort",
            "e",
            "escape",
            "filesizeformat",
            "first",
            "float",
            "forceescape",
            "format",
            "groupby",
            "indent",
            "int",
            "join",
            "last",
            "length",
            "list",
            "lower",
            "map",
            "reject",
            "rejectattr",
            "replace",
            "reverse",
            "round",
            "safe",
            "select",
            "selectattr",
            "slice",
            "sort",
            "string",
            "sum",
            "title",
            "tojson",
            "trim",
            "truncate",
            "unique",
            "upper",
            "urlencode",
            "wordcount");

    private final ExpressionFactory expressions;

    JinjaSandbox() {
        super(config());
        Properties properties = new Properties();
        properties.setProperty(TreeBuilder.class.getName(), PythonSyntax.class.getName());
        expressions = new ExpressionFactoryImpl(properties, new BoundedConverter());
        setResourceLocator((name, charset, interpreter) -> {
            throw new InterpretException("a chat template cannot read other files");
        });
        TemplateFunctions.register(this);
        registerTag(new LoopTag());
        BoundedFilter.all().forEach(this::registerFilter);
        registerFilter(new ToJsonFilter());
        registerFilter(new ItemsFilter());
        registerFilter(new StringFilter());
    }

    @Override
    public ExpressionFactory getExpressionFactory() {
        return expressions;
    }

    private static Set<String> otherFilters() {
        return new FilterLibrary(true, Set.of())
                .entries().stream()
                        .map(Filter::getName)
                        .filter(name -> !FILTERS.contains(name))
                        .collect(Collectors.toSet());
    }

    private static JinjavaConfig config() {
        return JinjavaConfig.newBuilder()
                .withTrimBlocks(true)
                .withLstripBlocks(true)
                .withKeepTrailingNewline(true)
                // Text that a template puts out must not be read as a template again.
                .withNestedInterpretationEnabled(false)
                .withElResolver(new PythonResolver())
                .withInterperterFactory(PythonScopes.FACTORY)
                .withDisabled(Map.of(
                        Context.Library.TAG, Set.of("include", "import", "from", "extends", "block", "cycle"),
                        Context.Library.FILTER, otherFilters()))
                .withMaxOutputSize(RenderLimits.MOST_CHARACTERS)
                .withMaxStringLength(RenderLimits.MOST_CHARACTERS)
                .withMaxListSize(RenderLimits.MOST_ITEMS)
                .withMaxMapSize(RenderLimits.MOST_ITEMS)
                .withRangeLimit(MAX_RANGE)
                .withMaxRenderDepth(MAX_DEPTH)
                .withEnableRecursiveMacroCalls(true)
                .withMaxMacroRecursionDepth(MAX_DEPTH)
                .withProcessors(JinjavaProcessors.newBuilder()
                        .withNodePreProcessor(RenderBudget::visit)
                        .build())
                .withLegacyOverrides(asJinja())
                .build();
    }

    /** Everything in which jinjava can be told to do as Jinja does. */
    private static LegacyOverrides asJinja() {
        return LegacyOverrides.newBuilder()
                .withEvaluateMapKeys(true)
                .withIterateOverMapKeys(true)
                .withUsePyishObjectMapper(true)
                .withUseSnakeCasePropertyNaming(true)
                .withUseNaturalOperatorPrecedence(true)
                .withParseWhitespaceControlStrictly(true)
                .withAllowAdjacentTextNodes(true)
                .withUseTrimmingForNotesAndExpressions(true)
                .withHandleBackslashInQuotesOnly(true)
                .build();
    }
}
