import GRDB
package import TrendyModel

extension EntityRecords {
    /// What became of an imported entity.
    package enum ImportOutcome: Sendable, Equatable {
        /// It was created with the id of the file.
        case created
        /// The device has an entity with the id, which is unchanged.
        case exists
        /// The person deleted the entity, which stays deleted.
        case deleted
        /// It violates the model's rules, or an entity that it refers to does not exist.
        case invalid([FieldError])
    }

    /// Creates an entity of a file under its own id, unless the device has that id already.
    ///
    /// Events are sent after what the person records meanwhile.
    ///
    /// - Parameters:
    ///   - entity: the entity; its version and times are not used.
    ///   - known: types and places that exist, so that they are looked up once.
    /// - Returns: what became of it.
    /// - Throws: `JSONError` for content that is not an object, or `DatabaseError`.
    package func importing(
        _ entity: Entity,
        known: inout Set<EntityID>
    ) throws -> ImportOutcome {
        if let existing = try EntityRow.fetch(db, id: entity.id) {
            return existing.entity.deletedAt == nil ? .exists : .deleted
        }
        var content = entity.content
        let isChecked =
            entity.kind == .event && content.utf8.count <= Entity.maximumContentBytes
            && EventScan(content) != nil
        if !isChecked {
            // A complete document has no null; applying the file's fields removes them.
            let document = Document().applying(try entity.document())
            var violations = document.violations(as: entity.kind)
                .filter { !$0.field.hasPrefix("properties.") }
            if let size = document.sizeViolation(replacing: nil) { violations.append(size) }
            guard violations.isEmpty else { return .invalid(violations) }
            content = document.json
        }
        let keys = EntityKeys(kind: entity.kind, content: content)
        for parent in keys.parents where !known.contains(parent) {
            if try isLive(parent) {
                known.insert(parent)
                continue
            }
            return .invalid([
                FieldError(
                    code: "unknown",
                    field: parent == keys.geofenceID ? "geofence_id" : "event_type_id",
                    message: "must be an entity that exists on this device or in the file before it"
                )
            ])
        }
        var writer = writer()
        writer.isBackfill = true
        try writer.create(kind: entity.kind, id: entity.id, content: content)
        return .created
    }

    private func isLive(_ id: EntityID) throws -> Bool {
        guard let row = try EntityRow.fetch(db, id: id) else { return false }
        return row.entity.deletedAt == nil
    }
}
