/// An entity in its stored and transmitted form: the common fields of all kinds, and its own fields
/// as JSON.
package struct Entity: Sendable, Equatable, Identifiable {
    /// The kind of entity.
    package var kind: EntityKind
    /// Its id.
    package var id: EntityID
    /// The account's sequence number of the last change; 0 before the server has accepted the
    /// entity.
    package var version: Int64
    /// The creation time.
    package var createdAt: Instant
    /// The time of the last edit.
    package var updatedAt: Instant
    /// The deletion time; `nil` for a live entity.
    package var deletedAt: Instant?
    /// The entity's own fields, the text of a ``Document``; empty for a tombstone.
    package var content: RawJSON

    /// Creates an entity.
    package init(
        kind: EntityKind,
        id: EntityID,
        version: Int64 = 0,
        createdAt: Instant,
        updatedAt: Instant,
        deletedAt: Instant? = nil,
        content: RawJSON
    ) {
        self.kind = kind
        self.id = id
        self.version = version
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.deletedAt = deletedAt
        self.content = content
    }

    /// Decodes the fields.
    ///
    /// - Throws: when the content is not an object, which means a damaged store.
    package func document() throws(JSONError) -> Document {
        try Document(json: content)
    }

    /// The maximum size of an entity's content, in bytes.
    ///
    /// Requests limit each change; this limit prevents many changes from creating an entity that is
    /// too large to read.
    package static let maximumContentBytes = 1024 * 1024

    /// The content of an entity without fields.
    package static let emptyContent = Document().json

    /// The names of the common fields of all entities; a document contains none of them.
    package static let commonFields = ["id", "version", "created_at", "updated_at", "deleted_at"]
}

/// Typed access to the fields of an entity.
///
/// Unknown fields of a document are preserved and written back.
package protocol EntityFields: Sendable, Equatable {
    /// The kind of entities with these fields.
    static var kind: EntityKind { get }

    /// Decodes a document; throws for the first field that is missing or has the wrong type.
    init(document: Document) throws(FieldError)

    /// The fields as a document, including unknown fields.
    var document: Document { get }
}

/// A violation of a field's rules.
public struct FieldError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of violation: `required`, `invalid`, `too_long`, `out_of_range`, `unknown`.
    public let code: String
    /// The field's name.
    public let field: String
    /// The violation and the expected value.
    public let message: String

    /// Creates an error for a field.
    public init(code: String, field: String, message: String) {
        self.code = code
        self.field = field
        self.message = message
    }

    /// The field and the violation.
    public var description: String { "\(field): \(message)" }
}
