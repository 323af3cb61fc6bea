/// A property that the events of a type have.
public struct PropertyDefinition: EntityFields {
    /// What these entities are.
    public static let kind = EntityKind.propertyDefinition

    /// The type it belongs to.
    public var eventTypeID: EntityID
    /// Its key in an event's properties, unique in its type.
    public var key: String
    /// Its name for people.
    public var label: String
    /// The name of its ``PropertyType``; another name is kept.
    public var propertyType: String
    /// What a `select` can be.
    public var options: [String]?
    /// The value that a new event starts with.
    public var defaultValue: RawJSON?
    /// Its place among the properties of its type.
    public var displayOrder: Int64
    /// Fields that this program does not know.
    public var unknown = Document()

    /// A definition without options and default.
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

    /// Reads the fields of a document.
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
        unknown = reader.rest
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
    /// An array of values.
    public init(array: [RawJSON]) {
        self.init(unchecked: "[\(array.map(\.description).joined(separator: ","))]".utf8)
    }
}
