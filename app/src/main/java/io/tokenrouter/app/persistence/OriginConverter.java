package io.tokenrouter.app.persistence;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;

@Converter(autoApply = true)
final class OriginConverter implements AttributeConverter<Origin, String> {

    @Override
    public String convertToDatabaseColumn(Origin origin) {
        return origin.column();
    }

    @Override
    public Origin convertToEntityAttribute(String column) {
        return Origin.ofColumn(column);
    }
}
