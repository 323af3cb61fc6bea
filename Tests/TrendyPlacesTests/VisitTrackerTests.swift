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

    // MARK: limits

    @Test(
        "An entry is the same one for 10 minutes after an observation inside, then another visit",
        arguments: [PlaceObservation.Source.crossing, .state]
    )
    func maximumDeliveryDelay(_ source: PlaceObservation.Source) {
        let entered = track([(0, .inside, .crossing), (3, .inside, source)]).place

        #expect(track([(13, .inside, .crossing)], from: entered).steps.isEmpty)
        let again = track([(14, .inside, .crossing)], from: entered)
        #expect(again.steps == [.close(isInferred: true), .open])
        #expect(again.place.enteredAt == at(14))
    }

    @Test("An entry up to 10 minutes after the end of a gap shows that the person was away in it")
    func entryAfterGap() {
        let gap: [(minute: Int64, RegionSide, PlaceObservation.Source)] = [
            (0, .inside, .crossing), (30, .inside, .fix), (600, .inside, .fix),
        ]

        let within = track(gap + [(610, .inside, .crossing)])
        #expect(within.steps == [.open, .close(isInferred: true), .open])
        #expect(within.place.enteredAfter == at(30))
        // Later, the entry follows on an observation after the gap.
        let later = track(gap + [(605, .inside, .fix), (611, .inside, .crossing)])
        #expect(later.steps == [.open])
        // Ten minutes without an observation are no gap.
        let short = track([
            (0, .inside, .crossing), (10, .inside, .fix), (11, .inside, .crossing),
        ])
        #expect(short.steps == [.open])
    }

    @Test(
        "A gap in a visit proves no exit from the next one, nor from the same one reopened",
        arguments: [(602, 604), (605, 607)] as [(Int64, Int64)]
    )
    func gapOfEarlierVisit(_ entry: Int64, _ repeated: Int64) {
        let (steps, place) = track([
            (0, .inside, .crossing), (30, .inside, .fix), (600, .inside, .fix),
            (601, .outside, .crossing), (entry, .inside, .crossing),
            (repeated, .inside, .crossing),
        ])

        #expect(steps == [.open, .close(isInferred: false), entry == 602 ? .reopen : .open])
        #expect(place.isOpen && place.leftAt == nil && place.unobserved == nil)
    }

    @Test("A visit begins without the state of the one before", arguments: [32, 34] as [Int64])
    func newState(_ minute: Int64) {
        var left = track([(0, .inside, .crossing), (30, .outside, .crossing)]).place
        left.isOwn = false
        left.observedExit = at(29)
        left.lastReportedInside = at(20)

        let place = track([(minute, .inside, .crossing)], from: left).place

        let isReopened = minute == 32
        let visit = VisitTracker.observe(
            PlaceObservation(.inside, at: at(minute), by: .crossing),
            left
        ).place.visit
        #expect(visit == (isReopened ? left.visit : nil))
        #expect(place.isOpen && place.leftAt == nil && place.observedExit == nil)
        #expect(place.enteredAt == at(isReopened ? 0 : minute))
        #expect(place.lastInside == at(minute))
        #expect(place.lastReportedInside == (isReopened ? at(20) : nil))
        #expect(place.visits == (isReopened ? 1 : 2))
        #expect(place.isOwn == !isReopened)
        #expect(place.observations == (isReopened ? 3_000 : 1_000))
    }

    @Test("A repeated entry within 10 minutes is newer evidence and confirms the visit")
    func confirmingEntry() {
        let open = track([(0, .inside, .crossing)]).place
        let doubt = VisitTracker.advanceTime(to: at(5), open, unconfirmedAfter: .zero)
        #expect(doubt.steps.map(\.0) == [.markUnconfirmed])

        let (steps, place) = track([(6, .inside, .crossing)], from: doubt.place)

        #expect(steps == [.confirm])
        #expect(place.lastInside == at(6) && !place.isUncertain)
        // When the visit ends at an unknown time, that is after the second entry.
        #expect(track([(106, .outside, .state)], from: place).place.leftAt == at(56))
    }

    @Test("After a missed exit and a clock that was put back, the last moment inside counts")
    func missedExitAfterClockChange() {
        let (steps, place) = track([
            (100, .outside, .state), (50, .inside, .crossing), (600, .inside, .crossing),
        ])

        #expect(steps == [.open, .close(isInferred: true), .open])
        #expect(place.enteredAfter == at(50))
    }

    @Test("An entry is bounded by the last moment outside, unless that is later than the entry")
    func boundsOfEntry() {
        #expect(track([(60, .outside, .state), (60, .inside, .fix)]).place.enteredAfter == at(60))
        #expect(track([(100, .outside, .state), (50, .inside, .fix)]).place.enteredAfter == nil)
        func entered(after seconds: Int64) -> Instant? {
            VisitTracker.observe(
                PlaceObservation(.inside, at: at(60), by: .crossing),
                PlaceState(geofenceID: geofence),
                lastOutsideFix: at(60) - .seconds(seconds)
            ).place.enteredAfter
        }
        // A fix of the last 30 seconds is of now, after an entry that is reported late.
        #expect(entered(after: 30) == nil)
        #expect(entered(after: 31) == at(60) - .seconds(31))
    }

    @Test("An exit followed by an entry within 3 minutes is ignored; a longer one is not")
    func exitDebounce() {
        let left = track([(0, .inside, .crossing), (30, .outside, .crossing)]).place

        #expect(track([(33, .inside, .crossing)], from: left).steps == [.reopen])
        #expect(track([(34, .inside, .crossing)], from: left).steps == [.open])
        // When the clock was put back, the order is unknown.
        #expect(track([(29, .inside, .crossing)], from: left).steps == [.open])
        // Without an event of the visit there is nothing to reopen.
        var deleted = left
        deleted.visit = nil
        #expect(track([(33, .inside, .crossing)], from: deleted).steps == [.open])
    }

    @Test("A person who is found outside within 3 minutes has left then, later in between")
    func shortUnobservedEnd() {
        let short = track([(0, .inside, .crossing), (3, .outside, .state)])
        #expect(short.steps == [.open, .close(isInferred: false)])
        #expect(short.place.leftAt == at(3))

        let long = track([(0, .inside, .crossing), (4, .outside, .state)])
        #expect(long.steps == [.open, .close(isInferred: true)])
        #expect(long.place.leftAt == at(2))

        // The entry that another device observed does not make the interval short.
        var adopted = track([(0, .inside, .crossing)]).place
        adopted.enteredAt = at(98)
        let late = track([(100, .outside, .state)], from: adopted)
        #expect(late.steps == [.close(isInferred: true)])
        #expect(late.place.leftAt == at(99))
    }

    @Test("States inside are kept at an exit, and dropped when the person is found outside")
    func reportedInside() {
        let inside = track([(0, .inside, .crossing), (60, .inside, .state)]).place

        let left = track([(61, .outside, .crossing)], from: inside).place
        #expect(left.confirmedInside == at(60))
        let found = track([(61, .outside, .fix)], from: inside).place
        #expect(found.confirmedInside == at(0))
    }

    @Test("The evidence of a visit is the weight of its observations")
    func evidence() {
        typealias Observations = [(minute: Int64, RegionSide, PlaceObservation.Source)]
        let entry: Observations = [(0, .inside, .crossing)]
        #expect(track(entry).place.observations == 1_000)
        #expect(track(entry + [(5, .inside, .crossing)]).place.observations == 2_000)
        #expect(track([(0, .inside, .person)]).place.observations == 1_000)
        #expect(track([(0, .inside, .state)]).place.observations == 1)
        #expect(track(entry + [(60, .inside, .state)]).place.observations == 1_001)
        #expect(track(entry + [(60, .inside, .fix)]).place.observations == 1_001)
        #expect(track(entry + [(60, .outside, .crossing)]).place.observations == 2_000)
        #expect(track(entry + [(60, .outside, .fix)]).place.observations == 1_001)
        #expect(track([(0, .outside, .crossing)]).place.observations == 1_000)
    }

    @Test("An exit repeats what was known for 3 minutes, or for 10 minutes after a fix outside")
    func repeatedExit() {
        let known = track([(20, .outside, .state)]).place
        func exit(_ minute: Int64, fix: Int64? = nil) -> [(VisitStep, PlaceState)] {
            VisitTracker.observe(
                PlaceObservation(.outside, at: at(minute), by: .crossing),
                known,
                lastOutsideFix: fix.map(at)
            ).steps
        }

        for minute in [17, 23] as [Int64] { #expect(exit(minute).isEmpty) }
        for minute in [16, 24] as [Int64] {
            #expect(exit(minute).map(\.0) == [.recordMissedEntry])
            #expect(exit(minute).last?.1.leftAt == at(minute))
        }
        #expect(exit(30, fix: 29).isEmpty)
        #expect(exit(31, fix: 30).map(\.0) == [.recordMissedEntry])
        // A fix of the last three minutes is of after the visit, an older one of before it.
        #expect(exit(60, fix: 57).last?.1.leftAt == at(57))
        #expect(exit(60, fix: 57).last?.1.enteredAfter == at(20))
        #expect(exit(60, fix: 56).last?.1.leftAt == at(60))
        #expect(exit(60, fix: 56).last?.1.enteredAfter == at(56))
    }

    @Test("A person seen inside over 15 minutes after the last end was back before the next exit")
    func returnAfterRemoteExit() {
        func exit(inside: Int64, outside: Int64? = nil, at minute: Int64 = 60) -> PlaceState {
            var place = PlaceState(geofenceID: geofence)
            place.visit = .derived(kind: "event", naturalKey: "visit")
            place.leftAt = at(0)
            place.lastInside = at(inside)
            place.lastOutside = outside.map(at)
            return track([(minute, .outside, .crossing)], from: place).place
        }

        #expect(exit(inside: 16).enteredAt == at(16))
        #expect(exit(inside: 16).enteredAfter == at(0))
        #expect(exit(inside: 16).leftAt == at(60))
        #expect(exit(inside: 15).enteredAt == at(60))
        #expect(exit(inside: 60).enteredAfter == at(0))
        #expect(exit(inside: 61).enteredAfter == nil)
        // Outside since then: 10 minutes before the exit it is the same exit, earlier another one.
        #expect(exit(inside: 16, outside: 50).enteredAt == at(16))
        #expect(exit(inside: 16, outside: 49).enteredAt == at(60))
        #expect(exit(inside: 16, outside: 49).enteredAfter == at(49))
        #expect(exit(inside: 16, outside: 16).enteredAt == at(16))
    }

    @Test("An exit after a state belongs to another visit 10 minutes after the observed end")
    func exitAfterState() {
        let left = track([(0, .inside, .crossing), (60, .outside, .crossing)]).place

        let same = track([(70, .outside, .state), (71, .outside, .crossing)], from: left)
        #expect(same.steps.isEmpty)
        let other = track([(71, .outside, .state), (74, .outside, .crossing)], from: left)
        #expect(other.steps == [.recordMissedEntry])
        #expect(other.place.enteredAfter == at(60) && other.place.enteredAt == at(74))
        let apart = track([(71, .outside, .state), (75, .outside, .crossing)], from: left)
        #expect(apart.place.enteredAfter == at(71))
    }

    @Test("An open visit is unconfirmed at 12 hours and over at 48 hours without confirmation")
    func limitsOfTime() {
        let open = track([(0, .inside, .crossing)]).place
        func steps(_ minute: Int64) -> [VisitStep] {
            VisitTracker.advanceTime(to: at(minute), open).steps.map(\.0)
        }

        #expect(steps(12 * 60 - 1).isEmpty)
        #expect(steps(12 * 60) == [.markUnconfirmed])
        #expect(steps(48 * 60 - 1) == [.markUnconfirmed])
        #expect(steps(48 * 60) == [.close(isInferred: true)])
        let closed = track([(1, .outside, .crossing)], from: open).place
        #expect(VisitTracker.advanceTime(to: at(48 * 60), closed).steps.isEmpty)
    }
}
