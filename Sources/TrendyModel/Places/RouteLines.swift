/// The lines of a workout's routes as a property of its event.
///
/// The text is one encoded polyline for each route, separated by spaces, the longest text first.
package enum RouteLines {
    /// The key of the property.
    package static let propertyKey: StaticString = "route_line"
    /// The key of the property as a string.
    package static let propertyName = "\(propertyKey)"
    /// The maximum length of the text that is written, in bytes.
    package static let maximumBytes = 3000
    /// The maximum number of points of all lines that are written.
    package static let maximumPoints = 500
    /// The maximum number of lines that are written.
    package static let maximumLines = 50
    /// The maximum length of a text that is read, in bytes; a later version may write longer ones.
    private static let maximumReadBytes = 16 * 1024

    /// The lines of a text; empty when it is in another format.
    package static func decode(_ text: String) -> [[PolylinePoint]] {
        guard text.utf8.count <= maximumReadBytes else { return [] }
        var lines: [[PolylinePoint]] = []
        for part in text.split(separator: " ") {
            guard let line = EncodedPolyline.decode(part) else { return [] }
            lines.append(line)
        }
        return lines
    }

    /// The lines of an event; empty when it has none.
    package static func lines(of event: Event) -> [[PolylinePoint]] {
        guard event.sourceType == .healthKit,
            case .text(let text) = event.properties[propertyName]
        else { return [] }
        return decode(text)
    }
}
