import TrendyModel

/// A pull parser for the tracks of GPX 1.0 and 1.1, in constant memory.
///
/// ```swift
/// var reader = try GPXReader(path: "walk.gpx")
/// while let point = try reader.next() { print(point.coordinate, point.time as Any) }
/// print(reader.summary.trackNames)
/// ```
///
/// Elements are matched under any namespace prefix; unknown elements are skipped. Declared entities
/// are never expanded. See <https://www.topografix.com/GPX/1/1/>.
package struct GPXReader: ~Copyable {
    /// Metres of accuracy per unit of dilution of precision, typical for phones and watches under
    /// an open sky.
    private static let metersPerDilution = 5.0
    private static let maximumNames = 1000

    /// The parser's position in the document; each case is nested in the one before it.
    ///
    /// Unknown elements may be open inside it.
    private enum Position: Int {
        case top, file, track, segment, point

        /// The position inside an element; `nil` for other elements.
        init?(element name: UnsafeRawBufferPointer) {
            if name.equals("trkpt") {
                self = .point
            } else if name.equals("trkseg") {
                self = .segment
            } else if name.equals("trk") {
                self = .track
            } else if name.equals("gpx") {
                self = .file
            } else {
                return nil
            }
        }
    }

    /// An element whose text is read.
    private enum Leaf {
        case trackName, time, elevation, accuracy, verticalAccuracy, dilution
    }

    private let path: String
    private var tokenizer: XMLTokenizer
    private var position = Position.top
    private var unknownDepth = 0
    private var leaf: Leaf?
    private var isRootClosed = false
    private var isDone = false

    private var coordinate: Coordinate?
    private var time: Instant?
    private var elevation: Double?
    private var dilution: Double?

    /// The accuracy of the last returned point as written in the file; negative when the device did
    /// not know it.
    private(set) var accuracy: (horizontal: Double?, vertical: Double?) = (nil, nil)

    /// Counts of the elements read so far.
    package private(set) var summary = GPXSummary()

    /// Opens a file without reading it.
    ///
    /// Throws ``ImportError``: `notFound`, `isDirectory`, `cannotRead`.
    package init(path: String) throws(ImportError) {
        let file = try OpenFile(path: path, wanted: "a .gpx file that holds a track")
        self.init(FileStream(file), path: path)
    }

    /// Reads a stream.
    ///
    /// - `path`: the path in error messages.
    init(_ stream: any ExportStream, path: String) {
        self.path = path
        tokenizer = XMLTokenizer(stream, keepsText: true)
    }

    /// Returns the next track point in file order; `nil` at the end.
    ///
    /// Throws an ``ImportError`` that names the line: `notGPX`, `damaged` (also for a truncated
    /// file), `noPoints` at the end of a file without points, and `cannotRead`. After an error
    /// there are no more points.
    package mutating func next() throws(ImportError) -> GPXPoint? {
        guard !isDone else { return nil }
        isDone = true
        while true {
            let isPoint: Bool
            switch try tokenizer.next() {
            case .open(let isEmpty):
                isPoint = try open(isEmpty: isEmpty)
            case .close:
                isPoint = try close()
            case .damaged:
                throw position == .top && !isRootClosed ? notGPX() : damage("a tag cannot be read")
            case .end:
                try end()
                return nil
            }
            if isPoint, let point = takePoint() {
                isDone = false
                return point
            }
        }
    }

    /// Handles a start tag; returns whether it completed a point.
    private mutating func open(isEmpty: Bool) throws(ImportError) -> Bool {
        let name = localName
        leaf = nil
        guard let opened = Position(element: name) else {
            guard position != .top else {
                throw isRootClosed ? damage("an element follows </gpx>") : notGPX()
            }
            openUnknown(name, isEmpty: isEmpty)
            return false
        }
        guard unknownDepth == 0, opened.rawValue == position.rawValue + 1, !isRootClosed else {
            throw position == .top && !isRootClosed
                ? notGPX() : damage("<\(decoded(name))> is not allowed here")
        }
        position = opened
        switch opened {
        case .track: summary.tracks += 1
        case .segment: summary.segments += 1
        case .point: openPoint()
        case .top, .file: break
        }
        return isEmpty && closePosition()
    }

    private mutating func openPoint() {
        (time, elevation, accuracy, dilution) = (nil, nil, (nil, nil), nil)
        coordinate = nil
        if let latitude = tokenizer.value(of: "lat").flatMap(GPXValues.number),
            let longitude = tokenizer.value(of: "lon").flatMap(GPXValues.number),
            latitude != 0 || longitude != 0
        {
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    private mutating func openUnknown(_ name: UnsafeRawBufferPointer, isEmpty: Bool) {
        switch position {
        case .point:
            if unknownDepth == 0, name.equals("time") {
                leaf = .time
            } else if unknownDepth == 0, name.equals("ele") {
                leaf = .elevation
            } else if unknownDepth == 0, name.equals("hdop") {
                leaf = .dilution
            } else if name.equals("hAcc") || name.equals("horizontalAccuracy") {
                leaf = .accuracy
            } else if name.equals("vAcc") || name.equals("verticalAccuracy") {
                leaf = .verticalAccuracy
            }
        case .track where unknownDepth == 0 && name.equals("name"):
            leaf = .trackName
        case .file where name.equals("rtept"):
            summary.routePoints += 1
        case .file where unknownDepth == 0 && name.equals("wpt"):
            summary.waypoints += 1
        default:
            break
        }
        if !isEmpty { unknownDepth += 1 }
    }

    /// Handles an end tag; returns whether it completed a point.
    private mutating func close() throws(ImportError) -> Bool {
        let name = localName
        // Comments and similar markup have no name.
        if name.isEmpty { return false }
        if let closed = Position(element: name) {
            guard closed == position, unknownDepth == 0 else {
                throw damage("</\(decoded(name))> closes before its content ends")
            }
            return closePosition()
        }
        guard unknownDepth > 0 else { throw damage("</\(decoded(name))> has no start tag") }
        unknownDepth -= 1
        readLeaf()
        return false
    }

    private mutating func readLeaf() {
        let text = tokenizer.text
        switch leaf {
        case .time: time = GPXValues.instant(text)
        case .elevation: elevation = GPXValues.number(text)
        case .accuracy: accuracy.horizontal = GPXValues.number(text)
        case .verticalAccuracy: accuracy.vertical = GPXValues.number(text)
        case .dilution: dilution = GPXValues.number(text)
        case .trackName:
            if summary.trackNames.count < Self.maximumNames {
                summary.trackNames.append(plain(text))
            }
        case nil: break
        }
        leaf = nil
    }

    /// Returns to the enclosing position; returns whether a point was completed.
    private mutating func closePosition() -> Bool {
        let isPoint = position == .point
        position = Position(rawValue: position.rawValue - 1) ?? .top
        if position == .top { isRootClosed = true }
        return isPoint
    }

    private mutating func takePoint() -> GPXPoint? {
        guard let coordinate else {
            summary.misplaced += 1
            return nil
        }
        summary.points += 1
        let accuracyMeters = accuracy.horizontal ?? dilution.map { $0 * Self.metersPerDilution }
        return GPXPoint(
            coordinate: coordinate,
            time: time,
            elevation: elevation,
            horizontalAccuracy: accuracyMeters.flatMap { $0 > 0 ? $0 : nil },
            segment: summary.segments - 1
        )
    }

    private func end() throws(ImportError) {
        if isRootClosed {
            if summary.points == 0 { throw noPoints() }
        } else if position == .top {
            throw nothing()
        } else {
            throw damage("the file ends here, in the middle of a track")
        }
    }
}

extension GPXReader {
    /// The tag's name without its namespace prefix.
    private var localName: UnsafeRawBufferPointer {
        let name = tokenizer.name
        guard let colon = name.lastIndex(of: UInt8(ascii: ":")) else { return name }
        return UnsafeRawBufferPointer(rebasing: name[(colon + 1)...])
    }

    /// Decodes a text or CDATA section.
    private func plain(_ text: UnsafeRawBufferPointer) -> String {
        let opening = Array("<![CDATA[".utf8)
        guard text.starts(with: opening), text.suffix(3).elementsEqual("]]>".utf8) else {
            return decoded(text)
        }
        return String(decoding: text.dropFirst(opening.count).dropLast(3), as: UTF8.self)
    }

    private func decoded(_ text: UnsafeRawBufferPointer) -> String {
        xmlText(UnsafeRawBufferPointer(rebasing: text.prefix(200)))
    }

    private func damage(_ what: String) -> ImportError {
        ImportError(
            .damaged,
            path: path,
            "Line \(tokenizer.line): \(what). The file is damaged or was cut off. Copy the "
                + "complete file, or export the track again."
        )
    }

    private func notGPX() -> ImportError {
        ImportError(
            .notGPX,
            path: path,
            "Line \(tokenizer.line): This is not GPX, which begins with <gpx>. \(Self.remedy)"
        )
    }

    private func nothing() -> ImportError {
        ImportError(
            .notGPX,
            path: path,
            tokenizer.offset == 0
                ? "The file is empty. Copy the complete file, or export the track again."
                : "This is not GPX: it contains no <gpx> element. \(Self.remedy)"
        )
    }

    private static let remedy =
        "Provide a .gpx file; unpack zip files first, and convert other formats to GPX."

    private func noPoints() -> ImportError {
        var found: [String] = []
        if summary.misplaced > 0 {
            found.append("\(summary.misplaced) points with invalid coordinates")
        }
        if summary.routePoints > 0 { found.append("\(summary.routePoints) points of a route") }
        if summary.waypoints > 0 { found.append("\(summary.waypoints) waypoints") }
        return ImportError(
            .noPoints,
            path: path,
            "Line \(tokenizer.line): The file contains no track point"
                + (found.isEmpty ? "" : ", only " + found.joined(separator: " and "))
                + ". Export the recorded track, not a planned route or waypoints."
        )
    }
}
