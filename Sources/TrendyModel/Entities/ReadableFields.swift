extension Entity {
    /// Decodes the fields leniently, for display only: an invalid field counts as absent.
    ///
    /// Never write the result back.
    ///
    /// - Parameters:
    ///   - type: the type of the fields.
    ///   - placeholders: replacements for invalid required fields, by name.
    /// - Returns: the fields, and the first violation, `nil` without one; `nil` when an invalid
    ///   required field has no replacement.
    package func readable<Fields: EntityFields>(
        as type: Fields.Type,
        placeholders: KeyValuePairs<String, RawJSON> = [:]
    ) -> (fields: Fields, fieldError: FieldError?)? {
        // Damaged content has no fields.
        var document = (try? document()) ?? Document()
        var errors: [FieldError] = []
        while true {
            do throws(FieldError) {
                return (try Fields(document: document), errors.first)
            } catch {
                guard !errors.contains(where: { $0.field == error.field }) else { return nil }
                errors.append(error)
                document[error.field] = placeholders.first { $0.key == error.field }?.value
            }
        }
    }
}
