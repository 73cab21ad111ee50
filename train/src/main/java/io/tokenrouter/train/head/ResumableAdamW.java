package io.tokenrouter.train.head;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import ai.djl.training.optimizer.AdamW;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * DJL's AdamW, whose moments can be kept: without them a training that was stopped would go on as another one. The moments of one block's
 * parameters, on one device. For one thread.
 */
final class ResumableAdamW extends AdamW {

    /** Means and variances, in the order in which an update asks for them; by the parameter's id. */
    private final List<Map<String, Map<Device, NDArray>>> states = new ArrayList<>();

    private final List<Map<String, NDArray>> begun = List.of(new HashMap<>(), new HashMap<>());

    ResumableAdamW(AdamW.Builder builder) {
        super(builder);
    }

    @Override
    protected NDArray withDefaultState(
            Map<String, Map<Device, NDArray>> state, String id, Device device, Function<String, NDArray> zeros) {
        int which = which(state);
        return super.withDefaultState(state, id, device, key -> {
            NDArray kept = begun.get(which).remove(key);
            return kept == null ? zeros.apply(key) : kept;
        });
    }

    /** Two empty maps are equal, so it is asked whether they are the same. */
    private int which(Map<String, Map<Device, NDArray>> state) {
        for (int i = 0; i < states.size(); i++) {
            if (states.get(i) == state) {
                return i;
            }
        }
        states.add(state);
        return states.size() - 1;
    }

    /** Writes the moments; every parameter has been updated. */
    void save(Block block, DataOutputStream out) throws IOException {
        for (Map<String, Map<Device, NDArray>> state : states) {
            for (Parameter parameter : block.getParameters().values()) {
                byte[] bytes =
                        state.get(parameter.getId()).values().iterator().next().encode();
                out.writeInt(bytes.length);
                out.write(bytes);
            }
        }
    }

    /** Goes on with moments of a block of the same shape; nothing has been updated yet. */
    void load(Block block, NDManager manager, DataInputStream in) throws IOException {
        for (Map<String, NDArray> state : begun) {
            for (Parameter parameter : block.getParameters().values()) {
                state.put(parameter.getId(), NDArray.decode(manager, in.readNBytes(in.readInt())));
            }
        }
    }
}
