/// The history file of a timeline: where it and its ancestors branched off.
///
/// Each line has the number of an ancestor, the position of the switch to the next timeline, and a
/// reason.
struct TimelineHistory: Sendable, Equatable {
    private let switches: [Int32: WALPosition]

    /// Parses the text of a history file; lines of another form are ignored, as PostgreSQL ignores
    /// comments and empty lines.
    init(_ text: String) {
        var switches: [Int32: WALPosition] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard fields.count >= 2, let number = Int32(fields[0]),
                let position = WALPosition(fields[1])
            else { continue }
            switches[number] = position
        }
        self.switches = switches
    }

    /// The end of an ancestor's writes in this timeline; `nil` when it is no ancestor.
    func end(of timeline: Int32) -> WALPosition? { switches[timeline] }
}
