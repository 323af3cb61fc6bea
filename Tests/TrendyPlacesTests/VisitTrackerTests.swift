import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("Visits that follow from observations")
struct VisitTrackerTests {
    private let start = Instant(seconds: 1_767_600_000)
    private let geofence = EntityID.derived(kind: "geofence", naturalKey: "home")

    /// Applies observations at minutes.
    ///
    /// - Returns: the steps, and the state in the end.
    private func track(
        _ observations: [(minute: Int64, RegionSide, PlaceObservation.Source)],
        from place: PlaceState? = nil
    ) -> (steps: [VisitStep], place: PlaceState) {
        var place = place ?? PlaceState(geofenceID: geofence)
        var steps: [VisitStep] = []
        var isEndInferred = false
        for (minute, side, source) in observations {
            let outcome = VisitTracker.observe(
                PlaceObservation(side, at: at(minute), by: source),
                place,
                isEndInferred: isEndInferred
            )
            if let last = outcome.steps.last?.0 { isEndInferred = last == .close(isInferred: true) }
            place = outcome.place
            // The recorder sets the event of a new visit.
            if place.visit == nil, !outcome.steps.isEmpty {
                place.visit = .derived(kind: "event", naturalKey: "\(minute)")
            }
            steps += outcome.steps.map(\.0)
        }
        return (steps, place)
    }

    private func at(_ minute: Int64) -> Instant { start + .seconds(minute * 60) }

    @Test("An entry that is delivered again counts once")
    func deliveredAgain() {
        let once = track([(0, .inside, .crossing)]).place

        let again = track([(0, .inside, .crossing)], from: once)

        #expect(again.steps.isEmpty)
        #expect(again.place == once)
    }

    @Test("An exit minutes after a fix outside turns an inferred end into an observed one")
    func exitAfterFixes() {
        let guessed = track([(0, .inside, .crossing), (300, .outside, .fix)]).place
        #expect(guessed.leftAt == at(150))

        let outcome = VisitTracker.observe(
            PlaceObservation(.outside, at: at(305), by: .crossing),
            guessed,
            lastOutsideFix: at(304),
            isEndInferred: true
        )

        #expect(outcome.steps.map(\.0) == [.reopen, .close(isInferred: false)])
        #expect(outcome.place.leftAt == at(300))
    }

    @Test("A state right after an entry may be stale, and is ignored")
    func keptState() {
        let entered = VisitTracker.observe(
            PlaceObservation(.inside, at: Instant(seconds: 1_000), by: .crossing),
            PlaceState(geofenceID: EntityID(high: 1, low: 1))
        ).place
        func after(_ seconds: Int64, _ source: PlaceObservation.Source) -> [VisitStep] {
            VisitTracker.observe(
                PlaceObservation(.outside, at: Instant(seconds: 1_000 + seconds), by: source),
                entered
            ).steps.map(\.0)
        }

        #expect(after(0, .state).isEmpty && after(19, .state).isEmpty)
        #expect(after(20, .state) == [.close(isInferred: false)])
        // When the clock was put back, the order is unknown.
        #expect(after(-60, .state) == [.close(isInferred: false)])
        #expect(after(0, .crossing) == [.close(isInferred: false)])
        #expect(after(5, .fix) == [.close(isInferred: false)])
    }

    @Test(
        "An entry opens a visit and the exit closes it; states in between change nothing"
    )
    func visit() {
        let (steps, place) = track([
            (0, .outside, .state), (60, .inside, .crossing), (60, .inside, .state),
            (120, .outside, .state), (120, .outside, .crossing),
        ])
        // The state ends the visit at an inferred time; the crossing corrects it.
        #expect(
            steps == [.open, .close(isInferred: true), .reopen, .close(isInferred: false)]
        )
        #expect(place.leftAt == at(120))
        #expect(!place.isOpen)
        #expect(place.enteredAt == at(60))
        #expect(place.enteredAfter == at(0))
    }

    @Test("An entry within three minutes of an exit reopens the visit")
    func flutter() {
        let (steps, place) = track([
            (0, .inside, .crossing), (30, .outside, .crossing), (32, .inside, .crossing),
            (90, .outside, .crossing),
        ])
        #expect(steps == [.open, .close(isInferred: false), .reopen, .close(isInferred: false)])
        #expect(place.enteredAt == at(0))
        #expect(place.leftAt == at(90))
    }

    @Test("A second entry proves a missed exit, and does not block the next visit")
    func missedExit() {
        // Regression: the visit stayed open for ever, and later visits became a part of it.
        let (steps, place) = track([
            (0, .inside, .crossing), (600, .inside, .crossing), (660, .outside, .crossing),
        ])
        #expect(steps == [.open, .close(isInferred: true), .open, .close(isInferred: false)])
        #expect(place.enteredAt == at(600))
    }

    @Test(
        "A second entry a moment after another observation inside proves a missed exit, too",
        arguments: [PlaceObservation.Source.fix, .state]
    )
    func missedExitBeforeFix(_ source: PlaceObservation.Source) {
        // Regression: the stay became a part of the one of the day before.
        let (steps, place) = track([
            (0, .inside, .crossing), (30, .inside, source), (600, .inside, source),
            (601, .inside, .crossing), (660, .outside, .crossing),
        ])
        #expect(steps == [.open, .close(isInferred: true), .open, .close(isInferred: false)])
        #expect(place.enteredAt == at(601))
        #expect(place.enteredAfter == at(source == .fix ? 30 : 0))
        // A late entry belongs to the visit that another observation began.
        let (late, _) = track([
            (0, .inside, .state), (600, .inside, source), (601, .inside, .crossing),
        ])
        #expect(late == [.open])
        // Observations inside in between show that there was no exit.
        let (near, _) = track([
            (0, .inside, .crossing), (8, .inside, .fix), (16, .inside, .crossing),
        ])
        #expect(near == [.open])
    }

    @Test("A late entry after a state belongs to the same visit")
    func lateEntry() {
        let (steps, _) = track([(0, .inside, .state), (5, .inside, .crossing)])
        #expect(steps == [.open])
    }

    @Test("An exit without an entry is recorded, not dropped")
    func missedEntry() {
        let (steps, place) = track([(0, .outside, .state), (60, .outside, .crossing)])
        #expect(steps == [.recordMissedEntry])
        #expect(place.enteredAfter == at(0))
        #expect(place.leftAt == at(60))
        // A repeated exit is ignored.
        let (again, _) = track([(61, .outside, .crossing)], from: place)
        #expect(again.isEmpty)
    }

    @Test("An exit after a fix outside records a visit with a missed entry")
    func missedEntryAfterFix() {
        // Regression: the visit was lost when a fix outside preceded the reported exit.
        let known = track([(0, .outside, .state)]).place
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
        // An older fix precedes the entry.
        #expect(left(60, elsewhere: 30).last?.1.enteredAfter == at(30))
        #expect(left(60, elsewhere: 30).last?.1.leftAt == at(60))
        // Soon after an observation outside, it is the same exit.
        #expect(left(8, elsewhere: 7).isEmpty)
        #expect(left(8, elsewhere: 3).map(\.0) == [.recordMissedEntry])
    }

    @Test("A state just before an exit does not attribute it to a visit with an observed end")
    func stateBeforeAnotherExit() {
        // Regression: an observed end was replaced by one of the next day.
        let (steps, place) = track([
            (0, .inside, .crossing), (60, .outside, .crossing), (540, .outside, .state),
            (541, .outside, .crossing),
        ])

        #expect(steps == [.open, .close(isInferred: false), .recordMissedEntry])
        #expect(place.enteredAfter == at(60) && place.leftAt == at(541))
        // Reported twice, with a state in between.
        let twice = track([
            (0, .inside, .crossing), (60, .outside, .crossing), (65, .outside, .state),
            (66, .outside, .crossing),
        ])
        #expect(twice.steps == [.open, .close(isInferred: false)])
        #expect(twice.place.leftAt == at(60))
    }

    @Test("A current fix does not bound an entry that is delivered late")
    func lateEntryElsewhere() {
        // Regression: an entry of hours ago got an interval of a moment.
        let known = track([(0, .outside, .state)]).place
        func entered(after seconds: Int64) -> Instant? {
            VisitTracker.observe(
                PlaceObservation(.inside, at: at(60), by: .crossing),
                known,
                lastOutsideFix: at(60) - .seconds(seconds)
            ).place.enteredAfter
        }

        #expect(entered(after: 0) == at(0))
        #expect(entered(after: 10) == at(0))
        #expect(entered(after: 120) == at(58))
    }

    @Test("A visit whose exit was missed ends in the middle of the unknown interval")
    func orphan() {
        let (steps, place) = track([(0, .inside, .crossing), (600, .outside, .state)])
        #expect(steps == [.open, .close(isInferred: true)])
        #expect(place.leftAt == at(300))
    }

    @Test("A visit without confirmation is unconfirmed after 12 hours, and ends after 48")
    func time() {
        let open = track([(0, .inside, .crossing)]).place
        let doubt = VisitTracker.advanceTime(to: at(13 * 60), open)
        #expect(doubt.steps.map(\.0) == [.markUnconfirmed])
        #expect(VisitTracker.advanceTime(to: at(14 * 60), doubt.place).steps.isEmpty)
        // The answer may be stale: the system has missed an exit.
        let reported = track([(15 * 60, .inside, .state)], from: doubt.place)
        #expect(reported.steps.isEmpty && reported.place.lastInside == at(0))
        let confirmed = track([(15 * 60, .inside, .fix)], from: doubt.place)
        #expect(confirmed.steps == [.confirm])
        let over = VisitTracker.advanceTime(to: at(49 * 60), doubt.place)
        #expect(over.steps.map(\.0) == [.close(isInferred: true)])
        #expect(over.place.leftAt == at(0))
        // The person was inside all the time: the exit belongs to the same visit.
        let exit = PlaceObservation(.outside, at: at(60 * 60), by: .crossing)
        let late = VisitTracker.observe(exit, over.place, isEndInferred: true)
        #expect(late.steps.map(\.0) == [.reopen, .close(isInferred: false)])
        #expect(late.place.leftAt == at(60 * 60))
    }

    @Test("A stale state is dropped once a fix lies outside")
    func memory() {
        let (steps, place) = track([
            (0, .inside, .crossing), (60, .inside, .state), (61, .outside, .fix),
            (300, .outside, .crossing),
        ])
        // The person came back at an unknown time; the first stay ended before the fix.
        #expect(steps == [.open, .close(isInferred: true), .recordMissedEntry])
        #expect(place.enteredAfter == at(61))
        #expect(place.leftAt == at(300))
    }

    @Test("A clock that is put back does not end a visit before it began")
    func clock() {
        let (_, place) = track([(600, .inside, .crossing), (0, .outside, .crossing)])
        #expect(place.leftAt == at(600))
    }
}
