import TrendyModel

/// Receives every tag of an export in the order of the file, for a copy of its raw records.
///
/// An ``ExportReader`` calls it before it reads the tag itself. Malformed tags are left out, so an
/// end tag can be missing.
package protocol ExportRecordSink: AnyObject {
    /// Receives a start tag; an empty element has no end tag.
    ///
    /// The element is valid only during the call. An error ends the reading.
    func open(_ element: ExportElement) throws

    /// Receives the name of an end tag, valid only during the call.
    func close(_ name: UnsafeRawBufferPointer) throws
}

/// A start tag of an export with its attributes as written, valid until the next tag is read.
package struct ExportElement {
    /// The name of the element.
    package let name: UnsafeRawBufferPointer
    /// Whether the element has no end tag.
    package let isEmpty: Bool
    /// The attributes in the order of the file; names can repeat.
    package let attributes: UnsafeBufferPointer<ExportAttribute>

    /// Creates an element.
    package init(
        name: UnsafeRawBufferPointer,
        isEmpty: Bool,
        attributes: UnsafeBufferPointer<ExportAttribute>
    ) {
        self.name = name
        self.isEmpty = isEmpty
        self.attributes = attributes
    }

    /// The value of an attribute; `nil` when the tag does not have it.
    package func value(of name: StaticString) -> UnsafeRawBufferPointer? {
        for attribute in attributes where attribute.name.equals(name) { return attribute.value }
        return nil
    }
}

/// An attribute of a tag; the value has its entities unresolved, see ``xmlText(_:)``.
package struct ExportAttribute {
    /// The name.
    package var name: UnsafeRawBufferPointer
    /// The value as written.
    package var value: UnsafeRawBufferPointer

    /// Creates an attribute.
    package init(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        self.name = name
        self.value = value
    }
}
