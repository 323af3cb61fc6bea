/// The definition of a property of a type's events.
public struct PropertyDefinition: EntityFields {
    /// The kind of these entities.
    public static let kind = EntityKind.propertyDefinition

    /// The event type.
    public var eventTypeID: EntityID
    /// The key in an event's properties, unique within the type.
    public var key: String
    /// The display name.
    public var label: String
    /// The name of the ``PropertyType``; unknown names are preserved.
    public var propertyType: String
    /// The options of a `select`.
    public var options: [String]?
    /// The default value for new events.
    public var defaultValue: RawJSON?
    /// The position among the properties of the type.
    public var displayOrder: Int64
    /// Fields that this program does not know.
    public var unknown = Document()

    /// Creates a definition without options and default.
    public init(
        eventTypeID: EntityID,
        key: String,
        label: String,
        propertyType: PropertyType,
        displayOrder: Int64 = 0
    ) {
        self.eventTypeID = eventTypeID
        self.key = key
        self.label = label
        self.propertyType = propertyType.rawValue
        self.displayOrder = displayOrder
    }

    /// Decodes a document.
    public init(document: Document) throws(FieldError) {
        var reader = FieldReader(document)
        eventTypeID = try reader.required("event_type_id", "a UUID") { $0.id }
        key = try reader.required("key", "a string") { $0.string }
        label = try reader.required("label", "a string") { $0.string }
        propertyType = try reader.required("property_type", "a property type") { $0.string }
        options = try reader.optional("options", "an array of strings") { raw in
            guard let elements = raw.elements else { return nil }
            let texts = elements.compactMap(\.string)
            return texts.count == elements.count ? texts : nil
        }
        defaultValue = try reader.optional("default_value", "any value") { $0 }
        displayOrder = try reader.optional("display_order", "an integer") { $0.number?.int64 } ?? 0
        unknown = reader.unknown
    }

    /// The fields as a document.
    public var document: Document {
        var document = unknown
        document.set("event_type_id", RawJSON(eventTypeID))
        document.set("key", RawJSON(key))
        document.set("label", RawJSON(label))
        document.set("property_type", RawJSON(propertyType))
        document.set("options", options.map { RawJSON(array: $0.map { RawJSON($0) }) })
        document.set("default_value", defaultValue)
        document.set("display_order", RawJSON(displayOrder))
        return document
    }
}

extension RawJSON {
    /// Creates an array of values.
    package init(array: [RawJSON]) {
        self.init(unchecked: "[\(array.map(\.description).joined(separator: ","))]".utf8)
    }
}
