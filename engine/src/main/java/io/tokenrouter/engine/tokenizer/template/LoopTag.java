package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.interpret.Context;
import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.interpret.JinjavaInterpreter.InterpreterScopeClosable;
import com.hubspot.jinjava.lib.tag.ElseTag;
import com.hubspot.jinjava.lib.tag.ForTag;
import com.hubspot.jinjava.tree.Node;
import com.hubspot.jinjava.tree.TagNode;
import com.hubspot.jinjava.util.LengthLimitingStringBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import jinjava.javax.el.ELException;
import org.jspecify.annotations.Nullable;

/**
 * {@code for} as Jinja has it. Jinjava's own knows no neighbours of an item, takes a text for one item, and puts out what stands
 * behind {@code else} after every round, and what one round sets it shows to the next.
 */
final class LoopTag extends ForTag {

    private static final long serialVersionUID = 1L;

    @Override
    public String renderForCollection(
            TagNode node, JinjavaInterpreter interpreter, List<String> names, @Nullable Object collection) {
        List<?> items = items(collection);
        int end = endOfBody(node.getChildren());
        LengthLimitingStringBuilder out =
                new LengthLimitingStringBuilder(interpreter.getConfig().getMaxOutputSize());
        try (InterpreterScopeClosable scope = interpreter.enterScope()) {
            LoopFigures loop = new LoopFigures(items);
            interpreter.getContext().put(LOOP, loop);
            while (loop.hasNext()) {
                Object item = interpreter.wrap(loop.next());
                try (InterpreterScopeClosable round = interpreter.enterScope()) {
                    bind(interpreter.getContext(), names, item);
                    for (int i = 0; i < end && !loop.isContinued(); i++) {
                        out.append(node.getChildren().get(i).render(interpreter));
                    }
                }
            }
        }
        for (int i = end + 1; items.isEmpty() && i < node.getChildren().size(); i++) {
            out.append(node.getChildren().get(i).render(interpreter));
        }
        return out.toString();
    }

    private static int endOfBody(List<Node> children) {
        int at = 0;
        while (at < children.size()
                && !(children.get(at) instanceof TagNode tag && tag.getName().equals(ElseTag.TAG_NAME))) {
            at++;
        }
        return at;
    }

    private static List<?> items(@Nullable Object collection) {
        return switch (collection) {
            case null -> List.of();
            case Collection<?> some -> Collections.unmodifiableList(new ArrayList<>(some));
            case Map<?, ?> map -> List.copyOf(map.keySet());
            case CharSequence text -> {
                RenderLimits.parts(text.length());
                yield text.codePoints().mapToObj(Character::toString).toList();
            }
            default -> throw new ELException("the template loops over " + PythonMethods.typeName(collection));
        };
    }

    private static void bind(Context context, List<String> names, @Nullable Object item) {
        for (int i = 0; i < names.size(); i++) {
            context.put(names.get(i), names.size() == 1 ? item : part(item, i));
        }
    }

    private static @Nullable Object part(@Nullable Object item, int index) {
        return switch (item) {
            case Map.Entry<?, ?> entry when index < 2 -> index == 0 ? entry.getKey() : entry.getValue();
            case List<?> list when index < list.size() -> list.get(index);
            case null, default -> throw new ELException("the template wants more parts of an item than it has");
        };
    }
}
