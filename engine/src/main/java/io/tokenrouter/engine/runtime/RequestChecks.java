package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import java.util.TreeSet;

/** What must hold before anything of a request runs. */
final class RequestChecks {

    private RequestChecks() {}

    /**
     * @return most ids of prompt and answer: the request's own limit, cut by the models of the route
     * @throws EngineException INVALID_REQUEST or CONTEXT_LENGTH_EXCEEDED
     */
    static int check(GenerationRequest request, Target target, RoutingAlgorithm<?> algorithm) {
        int idLimit = target.idLimit();
        checkPrompt(request.promptIds(), idLimit);
        checkRenderings(request, algorithm, idLimit);
        checkIds("logit_bias", request.sampling().logitBias().keySet(), idLimit);
        checkIds("stop_token_ids", request.stop().tokenIds(), idLimit);
        checkHeads(target, algorithm);
        return checkLength(request, target, algorithm);
    }

    /** @throws EngineException INVALID_REQUEST if the algorithm asks for what a model's rows cannot tell */
    static void checkHeads(Target target, RoutingAlgorithm<?> algorithm) {
        for (Role role : algorithm.spec().roles()) {
            int index = target.roles().indexOf(role);
            for (Head head : algorithm.spec().signalsOf(role).heads()) {
                try {
                    target.models().get(index).executor().requireRunnable(head);
                } catch (IllegalArgumentException unfit) {
                    throw EngineException.invalid(
                            "routing.policy",
                            "the policy's router head does not fit the model '" + target.modelId(index) + "': "
                                    + unfit.getMessage());
                }
            }
        }
    }

    private static void checkPrompt(int[] ids, int idLimit) {
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] < 0 || ids[i] >= idLimit) {
                throw EngineException.invalid(
                        "prompt",
                        "token " + i + " of the prompt is " + ids[i] + "; ids are from 0 to " + (idLimit - 1));
            }
        }
    }

    private static void checkRenderings(GenerationRequest request, RoutingAlgorithm<?> algorithm, int idLimit) {
        for (String template : algorithm.spec().templates()) {
            int[] ids = request.renderings().get(template);
            if (ids == null) {
                throw EngineException.invalid(
                        "routing.policy",
                        "the policy shows models the prompt in the chat template '" + template
                                + "', which this request has not; it has "
                                + (request.renderings().isEmpty()
                                        ? "none"
                                        : String.join(
                                                ", ",
                                                new TreeSet<>(
                                                        request.renderings().keySet()))));
            }
            checkPrompt(ids, idLimit);
        }
    }

    /** Ids of the prompt in whatever template it is longest. */
    private static int longestPrompt(GenerationRequest request, RoutingAlgorithm<?> algorithm) {
        int longest = request.promptIds().length;
        for (String template : algorithm.spec().templates()) {
            longest = Math.max(longest, request.renderings().get(template).length);
        }
        return longest;
    }

    private static void checkIds(String param, Iterable<Integer> ids, int idLimit) {
        for (int id : ids) {
            if (id < 0 || id >= idLimit) {
                throw EngineException.invalid(
                        param, param + " names the token id " + id + "; ids are from 0 to " + (idLimit - 1));
            }
        }
    }

    private static int checkLength(GenerationRequest request, Target target, RoutingAlgorithm<?> algorithm) {
        int prompt = longestPrompt(request, algorithm);
        int beyond = prompt - request.promptIds().length;
        long most = (long) request.promptIds().length + request.stop().maxTokens();
        for (Role role : algorithm.spec().roles()) {
            int index = target.roles().indexOf(role);
            int capacity = target.capacity(index);
            if (prompt >= capacity) {
                throw new EngineException(
                        EngineException.Kind.CONTEXT_LENGTH_EXCEEDED,
                        "the prompt has " + prompt + " tokens; model '" + target.modelId(index) + "' holds " + capacity
                                + " tokens of prompt and answer",
                        null,
                        0);
            }
            most = Math.min(most, capacity - beyond);
        }
        return (int) most;
    }
}
