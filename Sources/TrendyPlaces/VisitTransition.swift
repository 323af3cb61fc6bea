import TrendyModel
import TrendyStore

/// One transition of ``VisitTracker``: the state that it changes, and the steps.
struct VisitTransition {
    var place: PlaceState
    private(set) var steps: [(VisitStep, PlaceState)] = []

    init(_ place: PlaceState) {
        self.place = place
    }

    private mutating func step(_ step: VisitStep) { steps.append((step, place)) }

    /// Whether the entry of the open visit was reported: another entry is then not the same one,
    /// delivered late.
    private var isEntryReported: Bool {
        place.observations >= PlaceObservation.Source.crossing.weight
    }

    // MARK: inside

    mutating func observeInside(_ observation: PlaceObservation, _ lastOutsideFix: Instant?) {
        let instant = observation.instant
        guard place.isOpen else { return enter(observation, lastOutsideFix) }
        let known = place.lastKnownInside ?? instant
        let confirmed = max(place.confirmedInside ?? known, known)
        let isLate = instant - confirmed > VisitTracker.maximumDeliveryDelay
        if observation.source == .crossing {
            if isLate { return enterAfterMissedExit(observation, at: known) }
            if let gap = place.unobserved, isEntryReported, gap.upperBound <= instant,
                instant - gap.upperBound <= VisitTracker.maximumDeliveryDelay
            {
                // The entry that ended the gap, reported a moment after another observation.
                return enterAfterMissedExit(observation, at: gap.lowerBound)
            }
            // The same signal again, since its transaction failed or the system repeats it.
            if instant == place.lastInside, isEntryReported { return }
        } else if isLate {
            place.unobserved = known..<instant
        }
        place.observations += observation.source.weight
        guard !observation.source.canBeStale else {
            place.lastReportedInside = max(confirmed, instant)
            return
        }
        place.lastInside = max(known, instant)
        guard place.isUncertain else { return }
        place.isUncertain = false
        step(.confirm)
    }

    /// An entry while the visit is open proves that the exit was missed.
    private mutating func enterAfterMissedExit(_ entry: PlaceObservation, at lastInside: Instant) {
        close(at: lastInside, by: nil)
        place.lastOutside = nil
        enter(entry, lastInside, mayReopen: false)
    }

    private mutating func enter(
        _ observation: PlaceObservation,
        _ lastOutsideFix: Instant?,
        mayReopen: Bool = true
    ) {
        let instant = observation.instant
        if mayReopen, let left = place.leftAt, place.visit != nil,
            instant - left <= VisitTracker.exitDebounce, instant >= left
        {
            place.isOpen = true
            (place.leftAt, place.observedExit, place.unobserved) = (nil, nil, nil)
            place.lastInside = instant
            place.observations += observation.source.weight
            return step(.reopen)
        }
        // A current fix is newer than an entry that is reported late.
        let fix = lastOutsideFix.flatMap {
            instant - $0 > VisitTracker.currentFixAge ? $0 : nil
        }
        place.enteredAfter =
            [place.lastOutside, fix].compactMap(\.self).filter { $0 <= instant }.max()
        begin(at: instant, observation)
        place.isOpen = true
        step(.open)
    }

    /// Begins another visit.
    private mutating func begin(at start: Instant, _ observation: PlaceObservation) {
        place.enteredAt = start
        (place.leftAt, place.observedExit, place.unobserved) = (nil, nil, nil)
        (place.lastInside, place.lastReportedInside) = (start, nil)
        place.observations = observation.source.weight
        place.visits += 1
        place.isOwn = true
        place.isUncertain = false
        place.visit = nil
    }

    // MARK: outside

    mutating func observeOutside(
        _ observation: PlaceObservation,
        _ lastOutsideFix: Instant?,
        _ isEndInferred: Bool
    ) {
        guard !place.isOpen else { return leave(observation) }
        let instant = observation.instant
        if observation.source == .crossing {
            exitWhileClosed(observation, lastOutsideFix, isEndInferred)
        }
        place.lastOutside = max(place.lastOutside ?? instant, instant)
    }

    /// Ends the open visit.
    private mutating func leave(_ observation: PlaceObservation) {
        let instant = observation.instant
        let inside = place.lastKnownInside ?? instant
        // A stale answer right after a crossing: the state before it.
        let isStale =
            observation.source.canBeStale && instant >= inside
            && instant - inside < VisitTracker.hysteresisPeriod && isEntryReported
        guard !isStale else { return }
        let isDirect = observation.source.isDirect
        // An end that was not observed lies in the middle of the interval, unless that is short. An
        // entry that only another device observed does not begin the interval.
        let isShort = instant - (place.lastInside ?? inside) <= VisitTracker.exitDebounce
        let middle = Instant(milliseconds: inside.milliseconds / 2 + instant.milliseconds / 2)
        let isKnown = isDirect || isShort
        close(at: isKnown ? instant : middle, by: isKnown ? observation.source : nil)
        place.lastOutside = instant
        // Answers before an observation outside were stale.
        if !isDirect { place.lastReportedInside = nil }
    }

    /// Handles a reported exit while no visit is open: it repeats the last exit, corrects an
    /// inferred end, or ends a visit whose entry was missed.
    private mutating func exitWhileClosed(
        _ exit: PlaceObservation,
        _ lastOutsideFix: Instant?,
        _ isEndInferred: Bool
    ) {
        let instant = exit.instant
        guard !endReturn(exit, isEndInferred) else { return }
        let fix = lastOutsideFix.flatMap {
            instant - $0 <= VisitTracker.exitDebounce ? $0 : nil
        }
        // A repeated report; when a fix has shown the device outside before, the report is late.
        let delay = fix == nil ? VisitTracker.exitDebounce : VisitTracker.maximumDeliveryDelay
        for known in [place.leftAt, place.lastOutside].compactMap(\.self)
        where max(instant - known, known - instant) <= delay {
            // It is the exit of a visit that was found to be over.
            guard isEndInferred, place.visit != nil, let left = place.leftAt,
                let outside = place.lastOutside, left <= outside, outside <= instant
            else { return }
            return correctEnd(to: outside)
        }
        if isEndInferred, let left = place.leftAt, place.visit != nil,
            place.lastOutside ?? Instant(milliseconds: .min) < left
        {
            // The visit was taken for over while the person was still inside.
            return correctEnd(to: instant)
        }
        // A current fix is of after the visit, an older one of before it.
        let left = fix ?? instant
        let after = [place.lastOutside, fix == nil ? lastOutsideFix : nil].compactMap(\.self).max()
        recordMissedEntry(after: after, at: left, leftAt: left, exit)
    }

    /// Handles an exit of a person who has come back since the last visit.
    ///
    /// - Returns: whether the exit is handled.
    private mutating func endReturn(_ exit: PlaceObservation, _ isEndInferred: Bool) -> Bool {
        guard let left = place.leftAt, place.visit != nil else { return false }
        let instant = exit.instant
        if let inside = place.confirmedInside, inside - left > Event.crossingTolerance,
            inside <= instant, !wasOutside(since: inside, before: instant)
        {
            // Another device observed the exit, and this device the person inside after it.
            recordMissedEntry(after: left, at: inside, leftAt: instant, exit)
            return true
        }
        // A state or fix that preceded the report of the same exit.
        guard let outside = place.lastOutside, instant - outside <= VisitTracker.exitDebounce
        else { return false }
        if isEndInferred {
            correctEnd(to: instant)
            return true
        }
        guard outside - left > VisitTracker.maximumDeliveryDelay else { return false }
        // The last end was observed long before: the person has been back.
        recordMissedEntry(after: left, at: instant, leftAt: instant, exit)
        return true
    }

    /// Replaces an inferred end by an observed one.
    private mutating func correctEnd(to instant: Instant) {
        place.isOpen = true
        place.leftAt = nil
        step(.reopen)
        close(at: instant, by: .crossing)
    }

    /// Whether the person was known to be outside after a moment inside, and too long before an
    /// exit for both to be the same exit.
    private func wasOutside(since inside: Instant, before exit: Instant) -> Bool {
        guard let outside = place.lastOutside else { return false }
        return outside > inside && exit - outside > VisitTracker.maximumDeliveryDelay
    }

    private mutating func recordMissedEntry(
        after: Instant?,
        at inside: Instant,
        leftAt left: Instant,
        _ exit: PlaceObservation
    ) {
        place.enteredAfter = after
        begin(at: inside, exit)
        place.leftAt = left
        step(.recordMissedEntry)
    }

    // MARK: ends

    mutating func advanceTime(to now: Instant, _ unconfirmedAfter: Duration) {
        guard place.isOpen else { return }
        let inside = place.lastKnownInside ?? now
        if now - inside >= VisitTracker.maximumUnconfirmed {
            close(at: inside, by: nil)
        } else if now - inside >= unconfirmedAfter, !place.isUncertain {
            place.isUncertain = true
            step(.markUnconfirmed)
        }
    }

    /// - `source`: how the end was observed; `nil` when it is inferred from something later.
    private mutating func close(at instant: Instant, by source: PlaceObservation.Source?) {
        place.isOpen = false
        place.isUncertain = false
        // A clock that was put back ends no visit before it began.
        place.leftAt = max(instant, place.enteredAt ?? instant)
        place.observations += source?.weight ?? 1
        step(.close(isInferred: source == nil))
    }
}
