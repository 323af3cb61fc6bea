/// A point of a line, in hundred-thousandths of a degree (about 1.1 m).
package struct PolylinePoint: Hashable, Sendable {
    /// The number of units of a degree.
    package static let perDegree = 100_000

    /// To the north.
    package var latitude: Int
    /// To the east; beyond ±180 degrees on a line that crosses the date line.
    package var longitude: Int

    /// Creates a point.
    package init(latitude: Int, longitude: Int) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The position; `nil` when the latitude is none on the earth.
    package var coordinate: Coordinate? {
        Coordinate(
            latitude: Double(latitude) / Double(Self.perDegree),
            longitude: Double(Self.wrapped(longitude)) / Double(Self.perDegree)
        )
    }

    /// A difference of longitudes the shorter way around the earth, −180 to 180 degrees.
    package static func wrapped(_ longitude: Int) -> Int {
        let circle = 360 * perDegree
        guard longitude < -circle / 2 || longitude > circle / 2 else { return longitude }
        let rest = (longitude + circle / 2) % circle
        return (rest < 0 ? rest + circle : rest) - circle / 2
    }
}

/// Google's encoded polyline format: a line of points as text, about four bytes a point.
///
/// Each number is the difference to the one before in hundred-thousandths of a degree, in groups of
/// five bits, the lowest first, as characters from `?` to `~`.
///
/// Source: [Encoded Polyline Algorithm Format](https://developers.google.com/maps/documentation/utilities/polylinealgorithm).
package enum EncodedPolyline {
    /// Encodes a line; empty for no points.
    package static func encode(_ points: some Sequence<PolylinePoint>) -> String {
        var text: [UInt8] = []
        var last = PolylinePoint(latitude: 0, longitude: 0)
        for point in points {
            let point = PolylinePoint(
                latitude: point.latitude,
                longitude: PolylinePoint.wrapped(point.longitude)
            )
            append(point.latitude - last.latitude, to: &text)
            append(point.longitude - last.longitude, to: &text)
            last = point
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a line; `nil` for text in another format, or with a position that is none on the
    /// earth.
    package static func decode(_ text: some StringProtocol) -> [PolylinePoint]? {
        var points: [PolylinePoint] = []
        var (latitude, longitude) = (0, 0)
        var bytes = text.utf8.makeIterator()
        while let first = bytes.next() {
            guard let north = number(first, &bytes), let second = bytes.next(),
                let east = number(second, &bytes)
            else { return nil }
            (latitude, longitude) = (latitude + north, longitude + east)
            guard abs(latitude) <= 90 * PolylinePoint.perDegree,
                abs(longitude) <= 180 * PolylinePoint.perDegree
            else { return nil }
            points.append(PolylinePoint(latitude: latitude, longitude: longitude))
        }
        return points
    }

    /// The maximum number of characters of a number: 30 bits, more than 360 degrees need.
    private static let maximumGroups = 6

    private static func append(_ number: Int, to text: inout [UInt8]) {
        var rest = number < 0 ? ~(number << 1) : number << 1
        while rest >= 0x20 {
            text.append(UInt8(rest & 0x1F | 0x20) + 63)
            rest >>= 5
        }
        text.append(UInt8(rest) + 63)
    }

    private static func number(
        _ first: UInt8,
        _ bytes: inout some IteratorProtocol<UInt8>
    ) -> Int? {
        var (value, byte) = (0, first)
        for group in 0..<maximumGroups {
            guard (63...126).contains(byte) else { return nil }
            let bits = Int(byte) - 63
            value |= (bits & 0x1F) << (5 * group)
            if bits < 0x20 { return value & 1 == 0 ? value >> 1 : ~(value >> 1) }
            guard let next = bytes.next() else { return nil }
            byte = next
        }
        return nil
    }
}
