import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("Visits follow from what is heard")
struct VisitTrackerTests {
    private let start = Instant(seconds: 1_767_600_000)
    private let geofence = EntityID.derived(kind: "geofence", naturalKey: "home")

    /// Takes in observations at minutes, and gives the steps and what is known in the end.
    private func track(
        _ heard: [(minute: Int64, RegionSide, PlaceObservation.Source)],
        from presence: PlaceState? = nil
    ) -> (steps: [VisitStep], presence: PlaceState) {
        var presence = presence ?? PlaceState(geofenceID: geofence)
        var steps: [VisitStep] = []
        var isEndGuessed = false
        for (minute, side, source) in heard {
            let outcome = VisitTracker.observe(
                PlaceObservation(side, at: at(minute), by: source),
                presence,
                isEndGuessed: isEndGuessed
            )
            if let last = outcome.steps.last?.0 { isEndGuessed = last == .close(isInferred: true) }
            presence = outcome.presence
            // The event of a visit that began.
            if presence.visit == nil, !outcome.steps.isEmpty {
                presence.visit = .derived(kind: "event", naturalKey: "\(minute)")
            }
            steps += outcome.steps.map(\.0)
        }
        return (steps, presence)
    }

    private func at(_ minute: Int64) -> Instant { start + .seconds(minute * 60) }

    @Test("An entry that is told again, since not all of it could be stored, counts once")
    func toldAgain() {
        let once = track([(0, .inside, .crossing)]).presence

        let again = track([(0, .inside, .crossing)], from: once)

        #expect(again.steps.isEmpty)
        #expect(again.presence == once)
    }

    @Test("An exit that is told minutes after a fix had them outside makes the end a seen one")
    func exitAfterFixes() {
        let guessed = track([(0, .inside, .crossing), (300, .outside, .fix)]).presence
        #expect(guessed.leftAt == at(150))

        let outcome = VisitTracker.observe(
            PlaceObservation(.outside, at: at(305), by: .crossing),
            guessed,
            lastOutsideFix: at(304),
            isEndGuessed: true
        )

        #expect(outcome.steps.map(\.0) == [.reopen, .close(isInferred: false)])
        #expect(outcome.presence.leftAt == at(300))
    }

    @Test("A state told from memory right after an entry is of before it")
    func keptState() {
        let entered = VisitTracker.observe(
            PlaceObservation(.inside, at: Instant(seconds: 1_000), by: .crossing),
            PlaceState(geofenceID: EntityID(high: 1, low: 1))
        ).presence
        func told(_ seconds: Int64, _ source: PlaceObservation.Source) -> [VisitStep] {
            VisitTracker.observe(
                PlaceObservation(.outside, at: Instant(seconds: 1_000 + seconds), by: source),
                entered
            ).steps.map(\.0)
        }

        #expect(told(0, .state).isEmpty && told(19, .state).isEmpty)
        #expect(told(20, .state) == [.close(isInferred: false)])
        // Once a clock was put back, nobody can say what was before.
        #expect(told(-60, .state) == [.close(isInferred: false)])
        #expect(told(0, .crossing) == [.close(isInferred: false)])
        #expect(told(5, .fix) == [.close(isInferred: false)])
    }

    @Test(
        "An entry opens a visit, the exit closes the same one; states told besides change nothing"
    )
    func visit() {
        let (steps, presence) = track([
            (0, .outside, .state), (60, .inside, .crossing), (60, .inside, .state),
            (120, .outside, .state), (120, .outside, .crossing),
        ])
        // The state, told first, ends it somewhere; the crossing says when.
        #expect(
            steps == [.open, .close(isInferred: true), .reopen, .close(isInferred: false)]
        )
        #expect(presence.leftAt == at(120))
        #expect(!presence.isOpen)
        #expect(presence.enteredAt == at(60))
        #expect(presence.enteredAfter == at(0))
    }

    @Test("Whoever is back within three minutes was not gone")
    func flutter() {
        let (steps, presence) = track([
            (0, .inside, .crossing), (30, .outside, .crossing), (32, .inside, .crossing),
            (90, .outside, .crossing),
        ])
        #expect(steps == [.open, .close(isInferred: false), .reopen, .close(isInferred: false)])
        #expect(presence.enteredAt == at(0))
        #expect(presence.leftAt == at(90))
    }

    @Test("A second entry tells that the exit was missed, and does not block the next visit")
    func missedExit() {
        // Guards a visit that stays open for ever and swallows all that come after it.
        let (steps, presence) = track([
            (0, .inside, .crossing), (600, .inside, .crossing), (660, .outside, .crossing),
        ])
        #expect(steps == [.open, .close(isInferred: true), .open, .close(isInferred: false)])
        #expect(presence.enteredAt == at(600))
    }

    @Test(
        "So does a second entry that is told a moment after something else had them there again",
        arguments: [PlaceObservation.Source.fix, .state]
    )
    func missedExitBeforeFix(_ source: PlaceObservation.Source) {
        // Guards a stay that went with the one of the day before.
        let (steps, presence) = track([
            (0, .inside, .crossing), (30, .inside, source), (600, .inside, source),
            (601, .inside, .crossing), (660, .outside, .crossing),
        ])
        #expect(steps == [.open, .close(isInferred: true), .open, .close(isInferred: false)])
        #expect(presence.enteredAt == at(601))
        #expect(presence.enteredAfter == at(source == .fix ? 30 : 0))
        // One that is told late is of the visit that something else had begun.
        let (late, _) = track([
            (0, .inside, .state), (600, .inside, source), (601, .inside, .crossing),
        ])
        #expect(late == [.open])
        // Who was found there all the time was hardly gone.
        let (near, _) = track([
            (0, .inside, .crossing), (8, .inside, .fix), (16, .inside, .crossing),
        ])
        #expect(near == [.open])
    }

    @Test("An entry that is told late, after a state was, is the same visit")
    func lateEntry() {
        let (steps, _) = track([(0, .inside, .state), (5, .inside, .crossing)])
        #expect(steps == [.open])
    }

    @Test("An exit without an entry is recorded, not dropped")
    func missedEntry() {
        let (steps, presence) = track([(0, .outside, .state), (60, .outside, .crossing)])
        #expect(steps == [.recordMissedEntry])
        #expect(presence.enteredAfter == at(0))
        #expect(presence.leftAt == at(60))
        // Told twice, it is one.
        let (again, _) = track([(61, .outside, .crossing)], from: presence)
        #expect(again.isEmpty)
    }

    @Test("An exit is of a visit that was missed although a fix has them outside already")
    func missedEntryAfterFix() {
        // Guards a visit that was lost whenever the phone knew where it was before its system did.
        let known = track([(0, .outside, .state)]).presence
        func left(_ minute: Int64, elsewhere: Int64) -> [(VisitStep, PlaceState)] {
            VisitTracker.observe(
                PlaceObservation(.outside, at: at(minute), by: .crossing),
                known,
                lastOutsideFix: at(elsewhere)
            ).steps
        }

        let steps = left(60, elsewhere: 59)
        #expect(steps.map(\.0) == [.recordMissedEntry])
        #expect(steps.last?.1.enteredAfter == at(0))
        #expect(steps.last?.1.leftAt == at(59))
        // An older one is of before they came.
        #expect(left(60, elsewhere: 30).last?.1.enteredAfter == at(30))
        #expect(left(60, elsewhere: 30).last?.1.leftAt == at(60))
        // Soon after they were known to be outside, it is the same exit.
        #expect(left(8, elsewhere: 7).isEmpty)
        #expect(left(8, elsewhere: 3).map(\.0) == [.recordMissedEntry])
    }

    @Test("A state told just before an exit makes it no exit of the visit that was seen to end")
    func stateBeforeAnotherExit() {
        // Guards a seen end that became one of the day after.
        let (steps, presence) = track([
            (0, .inside, .crossing), (60, .outside, .crossing), (540, .outside, .state),
            (541, .outside, .crossing),
        ])

        #expect(steps == [.open, .close(isInferred: false), .recordMissedEntry])
        #expect(presence.enteredAfter == at(60) && presence.leftAt == at(541))
        // Told twice, with a state in between.
        let twice = track([
            (0, .inside, .crossing), (60, .outside, .crossing), (65, .outside, .state),
            (66, .outside, .crossing),
        ])
        #expect(twice.steps == [.open, .close(isInferred: false)])
        #expect(twice.presence.leftAt == at(60))
    }

    @Test("A fix that says where they are now tells nothing of before an entry that is told late")
    func lateEntryElsewhere() {
        // Guards an entry of hours ago that was said to lie within a moment.
        let known = track([(0, .outside, .state)]).presence
        func entered(after seconds: Int64) -> Instant? {
            VisitTracker.observe(
                PlaceObservation(.inside, at: at(60), by: .crossing),
                known,
                lastOutsideFix: at(60) - .seconds(seconds)
            ).presence.enteredAfter
        }

        #expect(entered(after: 0) == at(0))
        #expect(entered(after: 10) == at(0))
        #expect(entered(after: 120) == at(58))
    }

    @Test("What was missed while nothing ran ends in the middle of what is known")
    func orphan() {
        let (steps, presence) = track([(0, .inside, .crossing), (600, .outside, .state)])
        #expect(steps == [.open, .close(isInferred: true)])
        #expect(presence.leftAt == at(300))
    }

    @Test("A visit that nothing confirms is in doubt after 12 hours, and over after 48")
    func time() {
        let open = track([(0, .inside, .crossing)]).presence
        let doubt = VisitTracker.pass(to: at(13 * 60), open)
        #expect(doubt.steps.map(\.0) == [.markUnconfirmed])
        #expect(VisitTracker.pass(to: at(14 * 60), doubt.presence).steps.isEmpty)
        // The system may tell that from before an exit that it has missed.
        let told = track([(15 * 60, .inside, .state)], from: doubt.presence)
        #expect(told.steps.isEmpty && told.presence.lastInside == at(0))
        let confirmed = track([(15 * 60, .inside, .fix)], from: doubt.presence)
        #expect(confirmed.steps == [.confirm])
        let over = VisitTracker.pass(to: at(49 * 60), doubt.presence)
        #expect(over.steps.map(\.0) == [.close(isInferred: true)])
        #expect(over.presence.leftAt == at(0))
        // They had been there all the time: the exit belongs to the same visit.
        let exit = PlaceObservation(.outside, at: at(60 * 60), by: .crossing)
        let late = VisitTracker.observe(exit, over.presence, isEndGuessed: true)
        #expect(late.steps.map(\.0) == [.reopen, .close(isInferred: false)])
        #expect(late.presence.leftAt == at(60 * 60))
    }

    @Test("What the system said from memory is forgotten once a fix has them elsewhere")
    func memory() {
        let (steps, presence) = track([
            (0, .inside, .crossing), (60, .inside, .state), (61, .outside, .fix),
            (300, .outside, .crossing),
        ])
        // They were back, nobody knows since when; the first stay ended somewhere before the fix.
        #expect(steps == [.open, .close(isInferred: true), .recordMissedEntry])
        #expect(presence.enteredAfter == at(61))
        #expect(presence.leftAt == at(300))
    }

    @Test("A clock that is put back ends no visit before it began")
    func clock() {
        let (_, presence) = track([(600, .inside, .crossing), (0, .outside, .crossing)])
        #expect(presence.leftAt == at(600))
    }
}
