extension Entity {
    /// What can be read of its fields, for somebody who only looks: a field that is not what it
    /// should be counts as absent, so it must never be written back.
    ///
    /// - Parameters:
    ///   - type: what its fields are.
    ///   - standIns: what to take in the place of required fields, by their names.
    /// - Returns: the fields, and what is wrong with the first that cannot be read, `nil` when all
    ///   can; `nil` when a required one has no stand-in.
    package func readable<Fields: EntityFields>(
        as type: Fields.Type,
        otherwise standIns: KeyValuePairs<String, RawJSON> = [:]
    ) -> (fields: Fields, flaw: FieldError?)? {
        // What is damaged has no fields.
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
