extension Entity {
    /// Decodes the fields leniently, for display only: an invalid field counts as absent.
    ///
    /// Never write the result back.
    ///
    /// - Parameters:
    ///   - type: the type of the fields.
    ///   - standIns: replacements for required fields, by name.
    /// - Returns: the fields, and the first violation, `nil` without one; `nil` when an invalid
    ///   required field has no replacement.
    package func readable<Fields: EntityFields>(
        as type: Fields.Type,
        otherwise standIns: KeyValuePairs<String, RawJSON> = [:]
    ) -> (fields: Fields, flaw: FieldError?)? {
        // Damaged content has no fields.
        var document = (try? document()) ?? Document()
        var flaws: [FieldError] = []
        while true {
            do throws(FieldError) {
                return (try Fields(document: document), flaws.first)
            } catch {
                guard !flaws.contains(where: { $0.field == error.field }) else { return nil }
                flaws.append(error)
                document[error.field] = standIns.first { $0.key == error.field }?.value
            }
        }
    }
}
