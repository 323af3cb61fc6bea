/// A kind of event, such as "Coffee" or "Steps".
public struct EventType: EntityFields {
    /// The kind of these entities.
    public static let kind = EntityKind.eventType

    /// The name, unique in the account, ignoring case.
    public var name: String
    /// The colour as `#RRGGBB`.
    public var color: String
    /// The name of an SF Symbol.
    public var icon: String
    /// Fields that this program does not know.
    public var unknown = Document()

    /// Creates a type.
    public init(name: String, color: String = "#4F7CAC", icon: String = "circle.fill") {
        self.name = name
        self.color = color
        self.icon = icon
    }

    /// Decodes a document.
    public init(document: Document) throws(FieldError) {
        var reader = FieldReader(document)
        name = try reader.required("name", "a string") { $0.string }
        color = try reader.required("color", "a colour as #RRGGBB") { $0.string }
        icon = try reader.required("icon", "the name of an SF Symbol") { $0.string }
        unknown = reader.unknown
    }

    /// The fields as a document.
    public var document: Document {
        var document = unknown
        document.set("name", RawJSON(name))
        document.set("color", RawJSON(color))
        document.set("icon", RawJSON(icon))
        return document
    }
}
