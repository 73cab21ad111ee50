package io.tokenrouter.ui;

import java.util.Locale;
import java.util.Map;

/**
 * What was done, as a sentence around its subject.
 *
 * @param before the subject
 * @param subject empty where the sentence needs none
 * @param after the subject
 */
record AuditWords(String before, String subject, String after) {

    /** With a star in the place of the subject. Actions that are not here are told by their own words. */
    private static final Map<String, String> SENTENCES = Map.ofEntries(
            Map.entry("model.register", "Model * registered"),
            Map.entry("model.load", "Model * loaded"),
            Map.entry("model.unload", "Model * unloaded"),
            Map.entry("model.remove", "Model * removed"),
            Map.entry("pair.register", "Pair * registered"),
            Map.entry("pair.load", "Pair * loaded"),
            Map.entry("pair.drain", "Pair * drained"),
            Map.entry("pair.remove", "Pair * removed"),
            Map.entry("pair.policy", "Policy of pair * chosen"),
            Map.entry("policy.create", "Policy * made"),
            Map.entry("policy.save", "Policy * saved"),
            Map.entry("policy.roll-back", "Policy * rolled back"),
            Map.entry("policy.remove", "Policy * removed"),
            Map.entry("calibration.begin", "Calibration of * begun"),
            Map.entry("calibration.cancel", "Calibration of * cancelled"),
            Map.entry("signals.recording", "Recording of signals changed"),
            Map.entry("throughput.retention", "How long throughput is kept changed"),
            Map.entry("api-access.open", "The API answers without a key"),
            Map.entry("api-access.require-keys", "The API asks for a key"),
            Map.entry("batching.pin", "Batching of * pinned"),
            Map.entry("batching.self-tune", "Batching of * tunes itself"),
            Map.entry("account.create", "Account * made"),
            Map.entry("account.change", "Account * changed"),
            Map.entry("account.reset-password", "Password of * reset"),
            Map.entry("account.change-password", "Password of * changed"),
            Map.entry("account.recover", "Account * recovered"),
            Map.entry("session.begin", "Signed in"),
            Map.entry("session.end", "Signed out"),
            Map.entry("session.refuse", "Sign-in of * refused"),
            Map.entry("request.cancel", "Request * stopped"),
            Map.entry("key.create", "Key * made"),
            Map.entry("key.change", "Key * changed"),
            Map.entry("key.revoke", "Key * revoked"));

    static AuditWords of(String action, String subject) {
        String sentence = SENTENCES.get(action);
        if (sentence == null) {
            String[] parts = action.split("\\.", 2);
            String topic = parts[0].replace('-', ' ');
            String verb = parts.length == 2 ? parts[1].replace('-', ' ') : "";
            return new AuditWords(topic.substring(0, 1).toUpperCase(Locale.ROOT) + topic.substring(1), subject, verb);
        }
        int star = sentence.indexOf('*');
        return star < 0
                ? new AuditWords(sentence, "", "")
                : new AuditWords(
                        sentence.substring(0, star).strip(),
                        subject,
                        sentence.substring(star + 1).strip());
    }
}
