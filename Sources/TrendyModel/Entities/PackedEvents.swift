/// A page of events in one buffer: the common fields of each, and the bytes of all contents.
///
/// It copies each content once and allocates nothing per event, for exports of millions of events.
package struct PackedEvents: Sendable {
    /// The common fields of an event, and the position of its content.
    package struct Row: Sendable {
        /// The id.
        package let id: EntityID
        /// The account's sequence number of the last change; 0 before the server accepted it.
        package let version: Int64
        /// The creation time.
        package let createdAt: Instant
        /// The time of the last edit.
        package let updatedAt: Instant
        fileprivate let content: Range<Int>
    }

    /// The events, in the order of the page.
    package private(set) var rows: [Row] = []
    private var contents: [UInt8] = []

    /// Creates an empty page.
    ///
    /// - Parameters:
    ///   - events: the number of events to reserve memory for.
    ///   - bytes: the number of bytes of contents to reserve memory for.
    package init(events: Int = 0, bytes: Int = 0) {
        rows.reserveCapacity(events)
        contents.reserveCapacity(bytes)
    }

    /// The number of events.
    package var count: Int { rows.count }
    /// The number of bytes of all contents.
    package var contentBytes: Int { contents.count }

    /// Appends an event with a copy of its content.
    package mutating func append(
        id: EntityID,
        version: Int64,
        createdAt: Instant,
        updatedAt: Instant,
        content: UnsafeRawBufferPointer
    ) {
        let start = contents.count
        contents.append(contentsOf: content)
        rows.append(
            Row(
                id: id,
                version: version,
                createdAt: createdAt,
                updatedAt: updatedAt,
                content: start..<contents.count
            )
        )
    }

    /// Appends an entity, which is an event.
    package mutating func append(_ entity: Entity) {
        entity.content.utf8.withUnsafeBytes { content in
            append(
                id: entity.id,
                version: entity.version,
                createdAt: entity.createdAt,
                updatedAt: entity.updatedAt,
                content: content
            )
        }
    }

    /// Passes each event to `body` with its content, which is valid during the call.
    package func forEach(_ body: (Row, UnsafeRawBufferPointer) throws -> Void) rethrows {
        try contents.withUnsafeBytes { bytes in
            for row in rows {
                try body(row, UnsafeRawBufferPointer(rebasing: bytes[row.content]))
            }
        }
    }
}
