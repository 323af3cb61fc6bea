/// The SQL statements of ``BlockedMutations``.
package enum BlockedMutationQuery {
    /// The entities of failed and stale mutations.
    package static let failedMutations =
        "SELECT entity_id FROM mutation INDEXED BY mutation_undecided WHERE state > 0"
    /// The mutations of an entity.
    package static let entityQueue =
        "SELECT state, operation, kind FROM mutation WHERE entity_id = ?"
    /// The pending mutations of entities other than events that contain an id.
    ///
    /// Scans an index that has few rows.
    package static let referencingOthers = """
        SELECT entity_id, kind, fields FROM mutation INDEXED BY mutation_parents
        WHERE kind < 4 AND state = 0 AND instr(fields, ?) > 0
        """
    /// The pending mutations of events that contain an id.
    ///
    /// Scans all pending mutations; needed only when the server lacks an event type or a geofence.
    package static let referencingEvents = """
        SELECT entity_id, kind, fields FROM mutation
        WHERE kind = 4 AND state = 0 AND instr(fields, ?) > 0
        """
}
