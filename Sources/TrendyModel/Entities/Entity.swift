/// An entity as it is stored and sent: what all kinds have, and its own fields as JSON text.
public struct Entity: Sendable, Equatable, Identifiable {
    /// What it is.
    public var kind: EntityKind
    /// Its id.
    public var id: EntityID
    /// The account's sequence number of its last change; 0 for what no server has accepted yet.
    public var version: Int64
    /// When it was made.
    public var createdAt: Instant
    /// When it was last edited.
    public var updatedAt: Instant
    /// When it was deleted; `nil` while it exists.
    public var deletedAt: Instant?
    /// Its own fields, the text of a ``Document``; without fields when it is deleted.
    public var content: RawJSON

    /// Bundles the parts of an entity.
    public init(
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

    /// The fields, ready to be read and changed.
    ///
    /// - Throws: when the content is not an object, which only a damaged store can cause.
    public func document() throws(JSONError) -> Document {
        try Document(json: content)
    }

    /// The most bytes of content that an entity may come to have.
    ///
    /// Each change is bounded by its request; without this one, many of them could make an entity
    /// that is too large to be read.
    public static let maximumContentBytes = 1024 * 1024

    /// The content of an entity without fields.
    public static let emptyContent = Document().json

    /// The names of the fields that every entity has; none of them is part of a document.
    public static let commonFields = ["id", "version", "created_at", "updated_at", "deleted_at"]
}

/// A view of an entity's fields as Swift values.
///
/// What a document holds beyond the known fields is kept in it and written back.
public protocol EntityFields: Sendable, Equatable {
    /// Which entities have these fields.
    static var kind: EntityKind { get }

    /// Reads the fields of a document; throws for the first that is missing or of the wrong type.
    init(document: Document) throws(FieldError)

    /// The fields as a document, unknown ones included.
    var document: Document { get }
}

/// Why a document is not what it should be.
public struct FieldError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of violation it is: `required`, `invalid`, `too_long`, `out_of_range`, `unknown`.
    public let code: String
    /// The field's name.
    public let field: String
    /// What is wrong and what would be right.
    public let message: String

    /// Makes an error for a field.
    public init(code: String, field: String, message: String) {
        self.code = code
        self.field = field
        self.message = message
    }

    /// The field and what is wrong with it.
    public var description: String { "\(field): \(message)" }
}
