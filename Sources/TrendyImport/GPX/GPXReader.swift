import TrendyModel

/// Reads the tracks of a GPX 1.0 or 1.1 point by point, in constant memory.
///
/// ```swift
/// var reader = try GPXReader(path: "walk.gpx")
/// while let point = try reader.next() { print(point.coordinate, point.time as Any) }
/// print(reader.summary.trackNames)
/// ```
///
/// Elements count under any prefix of a namespace; those that it does not know are passed over.
/// Entities that a document declares are never expanded. See
/// <https://www.topografix.com/GPX/1/1/>.
public struct GPXReader: ~Copyable {
    /// Metres of accuracy for each unit of dilution of precision, as phones and watches have it
    /// under an open sky.
    private static let metersPerDilution = 5.0
    private static let maximumNames = 1000

    /// Where the reader stands: each place lies within the one before it.
    ///
    /// Elements that are not known may be open within it besides.
    private enum Place: Int {
        case top, file, track, segment, point

        /// The place that an element makes; `nil` for elements that make none.
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

    /// An element whose text is wanted.
    private enum Leaf {
        case trackName, time, elevation, accuracy, verticalAccuracy, dilution
    }

    private let path: String
    private var tokenizer: XMLTokenizer
    private var place = Place.top
    private var unknownDepth = 0
    private var leaf: Leaf?
    private var isRootClosed = false
    private var isDone = false

    private var coordinate: Coordinate?
    private var time: Instant?
    private var elevation: Double?
    private var dilution: Double?

    /// What the point that was handed out last tells of its accuracy, as it stands there: negative
    /// where the device did not know.
    private(set) var accuracy: (horizontal: Double?, vertical: Double?) = (nil, nil)

    /// What has been read so far.
    public private(set) var summary = GPXSummary()

    /// Opens a file, and reads nothing yet.
    ///
    /// Throws ``ImportError``: `notFound`, `isDirectory`, `cannotRead`.
    public init(path: String) throws(ImportError) {
        let file = try OpenFile(path: path, wanted: "a .gpx file that holds a track")
        self.init(FileStream(file), path: path)
    }

    /// Reads what a stream hands out.
    ///
    /// - `path`: what errors call it.
    init(_ stream: any ExportStream, path: String) {
        self.path = path
        tokenizer = XMLTokenizer(stream, keepsText: true)
    }

    /// The next point of a track, in the order of the file; `nil` at the end.
    ///
    /// Throws ``ImportError`` that names the line: `notGPX`, `damaged` (also for a file that was cut
    /// off), `noPoints` at the end of a file that holds none, and `cannotRead`. After an error there
    /// are no more points.
    public mutating func next() throws(ImportError) -> GPXPoint? {
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
                throw place == .top && !isRootClosed ? notGPX() : damage("a tag cannot be read")
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

    /// Whether it was a point, and a whole one.
    private mutating func open(isEmpty: Bool) throws(ImportError) -> Bool {
        let name = localName
        leaf = nil
        guard let opened = Place(element: name) else {
            guard place != .top else {
                throw isRootClosed ? damage("an element stands behind </gpx>") : notGPX()
            }
            openUnknown(name, isEmpty: isEmpty)
            return false
        }
        guard unknownDepth == 0, opened.rawValue == place.rawValue + 1, !isRootClosed else {
            throw place == .top && !isRootClosed
                ? notGPX() : damage("<\(words(name))> stands where none can be")
        }
        place = opened
        switch opened {
        case .track: summary.tracks += 1
        case .segment: summary.segments += 1
        case .point: openPoint()
        case .top, .file: break
        }
        return isEmpty && leave()
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
        switch place {
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

    /// Whether it was a point.
    private mutating func close() throws(ImportError) -> Bool {
        let name = localName
        // What counts as nothing, such as a comment, has no name.
        if name.isEmpty { return false }
        if let closed = Place(element: name) {
            guard closed == place, unknownDepth == 0 else {
                throw damage("</\(words(name))> comes before the end of what is in it")
            }
            return leave()
        }
        guard unknownDepth > 0 else { throw damage("</\(words(name))> ends nothing") }
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

    /// Goes back to the place around this one; whether this was a point.
    private mutating func leave() -> Bool {
        let isPoint = place == .point
        place = Place(rawValue: place.rawValue - 1) ?? .top
        if place == .top { isRootClosed = true }
        return isPoint
    }

    private mutating func takePoint() -> GPXPoint? {
        guard let coordinate else {
            summary.misplaced += 1
            return nil
        }
        summary.points += 1
        let told = accuracy.horizontal ?? dilution.map { $0 * Self.metersPerDilution }
        return GPXPoint(
            coordinate: coordinate,
            time: time,
            elevation: elevation,
            horizontalAccuracy: told.flatMap { $0 > 0 ? $0 : nil },
            segment: summary.segments - 1
        )
    }

    private func end() throws(ImportError) {
        if isRootClosed {
            if summary.points == 0 { throw noPoints() }
        } else if place == .top {
            throw nothing()
        } else {
            throw damage("the file ends here, in the middle of a track")
        }
    }
}

extension GPXReader {
    /// The name of the tag, without the prefix of its namespace.
    private var localName: UnsafeRawBufferPointer {
        let name = tokenizer.name
        guard let colon = name.lastIndex(of: UInt8(ascii: ":")) else { return name }
        return UnsafeRawBufferPointer(rebasing: name[(colon + 1)...])
    }

    /// A text, or the section of character data that it consists of.
    private func plain(_ text: UnsafeRawBufferPointer) -> String {
        let opening = Array("<![CDATA[".utf8)
        guard text.starts(with: opening), text.suffix(3).elementsEqual("]]>".utf8) else {
            return words(text)
        }
        return String(decoding: text.dropFirst(opening.count).dropLast(3), as: UTF8.self)
    }

    private func words(_ text: UnsafeRawBufferPointer) -> String {
        xmlText(UnsafeRawBufferPointer(rebasing: text.prefix(200)))
    }

    private func damage(_ what: String) -> ImportError {
        ImportError(
            .damaged,
            path: path,
            "Line \(tokenizer.line): \(what). The file is damaged, or was cut off. Copy it whole, "
                + "or export the track again."
        )
    }

    private func notGPX() -> ImportError {
        ImportError(
            .notGPX,
            path: path,
            "Line \(tokenizer.line): This is no GPX, which begins with <gpx>. \(Self.remedy)"
        )
    }

    private func nothing() -> ImportError {
        ImportError(
            .notGPX,
            path: path,
            tokenizer.offset == 0
                ? "The file is empty. Copy it whole, or export the track again."
                : "This is no GPX: there is no <gpx> in it. \(Self.remedy)"
        )
    }

    private static let remedy =
        "Give a .gpx file; unpack a zip first, and have other formats converted to GPX."

    private func noPoints() -> ImportError {
        var held: [String] = []
        if summary.misplaced > 0 { held.append("\(summary.misplaced) points at no place") }
        if summary.routePoints > 0 { held.append("\(summary.routePoints) points of a route") }
        if summary.waypoints > 0 { held.append("\(summary.waypoints) waypoints") }
        return ImportError(
            .noPoints,
            path: path,
            "Line \(tokenizer.line): The file ends, and held no point of a track"
                + (held.isEmpty ? "" : ", only " + held.joined(separator: " and "))
                + ". Export the recorded track, not a planned route or marks."
        )
    }
}
