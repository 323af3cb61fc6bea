import TrendyArchive
import TrendyFileImport
import TrendyHealth
import TrendyImport
import TrendyLocalization
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendyWeb

extension WebImportReport {
    private typealias Texts = Strings.WebTransfer

    /// The maximum number of listed parts that were left out.
    private static let maximumParts = 200

    /// The maximum length of the name of a type, which a file can choose.
    private static let maximumNameLength = 80

    /// The report of an Apple Health export.
    init(_ result: HealthExportImport.Result) {
        let (outcome, summary) = (result.outcome, result.summary)
        self.init()
        facts = [
            Fact(Texts.recordsRead(), summary.records), Fact(Texts.newEvents(), outcome.created),
            Fact(Texts.changedEvents(), outcome.updated),
            Fact(Texts.unchangedEvents(), outcome.unchanged),
        ]
        if outcome.deleted > 0 { facts.append(Fact(Texts.deletedEvents(), outcome.deleted)) }
        if outcome.skipped > 0 { facts.append(Fact(Texts.keptEvents(), outcome.skipped)) }
        for (identifier, kind) in summary.kinds.sorted(by: { $0.key < $1.key }) {
            let name = Self.name(of: identifier)
            for (reason, count) in kind.rejections.sorted(by: { $0.key.rawValue < $1.key.rawValue })
            {
                leftOut.append(LeftOut(name: name, count: count, reason: reason.text))
            }
            if kind.used == 0, kind.rejections.isEmpty {
                leftOut.append(
                    LeftOut(name: name, count: kind.records, reason: Texts.notShown())
                )
            }
        }
        shorten()
        let guessed = summary.kinds.filter { $0.value.isUnknown && $0.value.used > 0 }.keys
        if !guessed.isEmpty {
            let names = guessed.sorted().prefix(20).map { Self.name(of: $0) }
            notes.append(Texts.guessedKinds(["names": names.joined(separator: ", ")]))
        }
        notes += [
            summary.warning, summary.routeWarning, summary.electrocardiogramWarning,
        ].compactMap(\.self)
        if let samples = result.samples { facts.append(Fact(Texts.keptSamples(), samples.added)) }
    }

    /// The report of a track.
    init(_ result: TrackImport.Result) {
        self.init()
        let counts = result.counts
        facts = [
            Fact(Texts.pointsRead(), counts.points), Fact(Texts.newVisits(), result.recorded),
            Fact(Texts.knownVisits(), result.existing),
        ]
        let reasons = [
            (counts.untimed, Texts.untimedPoints()), (counts.backward, Texts.backwardPoints()),
            (counts.misplaced, Texts.misplacedPoints()), (counts.repeated, Texts.repeatedPoints()),
        ]
        for (count, reason) in reasons where count > 0 {
            leftOut.append(LeftOut(name: Texts.points(), count: count, reason: reason))
        }
        if counts.waypoints + counts.routePoints > 0 {
            leftOut.append(
                LeftOut(
                    name: Texts.plannedPoints(),
                    count: counts.waypoints + counts.routePoints,
                    reason: Texts.notRecorded()
                )
            )
        }
        if result.future > 0 {
            leftOut.append(
                LeftOut(name: Texts.stays(), count: result.future, reason: Texts.futureStay())
            )
        }
        let elsewhere = result.suggestions.reduce(0) { $0 + $1.stays.count }
        if elsewhere > 0 {
            leftOut.append(
                LeftOut(name: Texts.stays(), count: elsewhere, reason: Texts.staysElsewhere())
            )
            notes.append(Texts.addPlaces())
        }
    }

    /// The report of Trendy's own export.
    init(_ result: EntityFileImport.Result) {
        self.init()
        let summary = result.summary
        let events = summary.created[.event] ?? 0
        facts = [
            Fact(Texts.newEvents(), events),
            Fact(Texts.newTypesAndPlaces(), summary.created.values.reduce(0, +) - events),
            Fact(Texts.unchangedEntries(), summary.existing),
        ]
        if summary.deleted > 0 {
            leftOut.append(
                LeftOut(
                    name: Texts.entries(),
                    count: summary.deleted,
                    reason: Texts.deletedBefore()
                )
            )
        }
        for problem in summary.problems {
            leftOut.append(
                LeftOut(name: Texts.entries(), count: 1, reason: String(problem.prefix(300)))
            )
        }
        let more = summary.invalid - summary.problems.count
        if more > 0 {
            leftOut.append(LeftOut(name: Texts.entries(), count: more, reason: Texts.alsoInvalid()))
        }
        if result.ignored > 0 {
            leftOut.append(
                LeftOut(
                    name: Texts.accountLines(),
                    count: result.ignored,
                    reason: Texts.accountLinesReason()
                )
            )
        }
    }

    /// Sums up the parts beyond the maximum.
    private mutating func shorten() {
        guard leftOut.count > Self.maximumParts else { return }
        let rest = leftOut[Self.maximumParts...].reduce(0) { $0 + $1.count }
        leftOut = Array(leftOut.prefix(Self.maximumParts))
        leftOut.append(LeftOut(name: Texts.others(), count: rest, reason: Texts.notShown()))
    }

    /// The name of a type: Apple's identifier without its prefix, in words.
    static func name(of identifier: String) -> String {
        let prefixes = ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKDataType"]
        let prefix = prefixes.first { identifier.hasPrefix($0) } ?? ""
        var words = ""
        var previous: Character?
        for character in identifier.dropFirst(prefix.count) {
            if character.isUppercase, previous?.isLowercase == true { words += " " }
            words.append(character)
            previous = character
        }
        return String(words.prefix(maximumNameLength))
    }
}
