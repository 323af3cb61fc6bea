public import TrendyModel
public import TrendyStore

/// Something that was heard of the person at a geofence.
public struct PlaceObservation: Sendable, Equatable {
    /// How it is known.
    public enum Source: String, Sendable, Hashable {
        /// The system told of a crossing.
        case crossing
        /// The system told, when asked, on which side they are.
        case state
        /// A fix of the device.
        case fix
        /// The person said so.
        case person

        /// Whether somebody saw the moment itself, and it does not follow from what is so now.
        var observedIt: Bool { self == .crossing || self == .person }

        /// Whether it may be told from memory: asked for the state of a region, the system says what
        /// it noticed last, also where it has missed the way out since.
        var canBeStale: Bool { self == .state }

        /// What an observation counts for: an end that was seen stands against any number of things
        /// that were found out later.
        var weight: Int64 { observedIt ? 1_000 : 1 }
    }

    /// On which side they are.
    public var side: RegionSide
    /// When.
    public var instant: Instant
    /// How it is known.
    public var source: Source

    /// Bundles an observation.
    public init(_ side: RegionSide, at instant: Instant, by source: Source) {
        self.side = side
        self.instant = instant
        self.source = source
    }
}

/// What becomes of visits after an observation.
public enum VisitStep: Sendable, Equatable {
    /// A visit begins: an event opens.
    case open
    /// The visit that was closed last goes on: they were hardly gone.
    case reopen
    /// The open visit ends; whether its end was seen, or follows from something later.
    case close(isInferred: Bool)
    /// A visit was left of which the beginning was missed.
    case recordMissedEntry
    /// Something confirms an open visit that was in doubt.
    case confirm
    /// Nothing has confirmed an open visit for long.
    case markUnconfirmed
}

/// Visits as a state machine over what is heard, which comes late, twice, or not at all.
///
/// Pure: no event is lost in it, and none blocks the next. Midnight is nothing special.
public struct VisitTracker: Sendable {
    /// Whoever is back within this time was not gone: the edge of a region flutters.
    public static let exitDebounce = Duration.seconds(180)
    /// A crossing is told so late at most that it still belongs to what is known since.
    public static let maximumDeliveryDelay = Duration.seconds(600)
    /// A fix that is no older tells where they are now.
    static let present = Duration.seconds(30)
    /// The system tells of no crossing unless the person has been on that side for so long.
    static let hysteresisPeriod = Duration.seconds(20)
    /// An open visit that nothing confirmed for so long is in doubt.
    public static let unconfirmedAfter = Duration.seconds(12 * 3600)
    /// An open visit that is in doubt for so long, counted from its last evidence, has ended.
    public static let maximumUnconfirmed = Duration.seconds(48 * 3600)

    /// Takes in an observation.
    ///
    /// - `lastOutsideFix`: the last moment that a fix had the person clearly outside.
    /// - `isEndGuessed`: whether the end of the last visit only follows from something later.
    /// - Returns: what is known now after each step, in their order; the last one holds also where
    ///   there is no step.
    public static func observe(
        _ observation: PlaceObservation,
        _ presence: PlaceState,
        lastOutsideFix: Instant? = nil,
        isEndGuessed: Bool = false
    ) -> (presence: PlaceState, steps: [(VisitStep, PlaceState)]) {
        var tracker = Tracking(presence)
        let isElsewhere = observation.side == .outside && observation.source == .fix
        if let elsewhere = isElsewhere ? observation.instant : lastOutsideFix {
            tracker.presence.lastOutsideFix = elsewhere
        }
        switch observation.side {
        case .inside: tracker.inside(observation, lastOutsideFix)
        case .outside: tracker.outside(observation, lastOutsideFix, isEndGuessed)
        }
        return (tracker.presence, tracker.steps)
    }

    /// Time has passed without an observation: an open visit may be in doubt, or over.
    ///
    /// - `unconfirmedAfter`: after how long a visit is in doubt that nothing confirmed; nobody waits
    ///   where the system was asked just now and does not know.
    public static func pass(
        to now: Instant,
        _ presence: PlaceState,
        unconfirmedAfter: Duration = unconfirmedAfter
    ) -> (presence: PlaceState, steps: [(VisitStep, PlaceState)]) {
        var tracker = Tracking(presence)
        tracker.pass(to: now, unconfirmedAfter)
        return (tracker.presence, tracker.steps)
    }

    private struct Tracking {
        var presence: PlaceState
        var steps: [(VisitStep, PlaceState)] = []

        init(_ presence: PlaceState) {
            self.presence = presence
        }

        mutating func step(_ step: VisitStep) {
            steps.append((step, presence))
        }

        mutating func inside(_ observation: PlaceObservation, _ lastOutsideFix: Instant?) {
            let instant = observation.instant
            guard presence.isOpen else { return enter(observation, lastOutsideFix) }
            let known = presence.lastKnownInside ?? instant
            let heard = max(presence.confirmedInside ?? known, known)
            if observation.source == .crossing, instant - heard > VisitTracker.maximumDeliveryDelay
            {
                // They came in, so they were out: the exit was missed.
                close(at: known, by: nil)
                presence.lastOutside = nil
                return enter(observation, known, mayReopen: false)
            }
            if let gap = presence.unobserved, observation.source == .crossing, isEntryReported,
                gap.upperBound <= instant,
                instant - gap.upperBound <= VisitTracker.maximumDeliveryDelay
            {
                // So does an entry that is told a moment after they were found there again.
                close(at: gap.lowerBound, by: nil)
                presence.lastOutside = nil
                return enter(observation, gap.lowerBound, mayReopen: false)
            }
            if observation.source != .crossing, instant - heard > VisitTracker.maximumDeliveryDelay
            {
                presence.unobserved = known..<instant
            }
            // Told again, since not all that follows from it could be stored.
            if observation.source == .crossing, instant == presence.lastInside, isEntryReported {
                return
            }
            presence.observations += observation.source.weight
            guard !observation.source.canBeStale else {
                presence.lastReportedInside = max(heard, instant)
                return
            }
            presence.lastInside = max(known, instant)
            guard presence.isUncertain else { return }
            presence.isUncertain = false
            step(.confirm)
        }

        /// Whether the entry of the open visit was told: another one is not the same, told late.
        private var isEntryReported: Bool {
            presence.observations >= PlaceObservation.Source.crossing.weight
        }

        mutating func outside(
            _ observation: PlaceObservation,
            _ lastOutsideFix: Instant?,
            _ isEndGuessed: Bool
        ) {
            let instant = observation.instant
            if presence.isOpen {
                let inside = presence.lastKnownInside ?? instant
                // Told from memory right after a crossing: what was so before it.
                let isKept =
                    observation.source.canBeStale && instant >= inside
                    && instant - inside < VisitTracker.hysteresisPeriod && isEntryReported
                guard !isKept else { return }
                let isSeen = observation.source.observedIt
                // Nobody saw when: in the middle of what is known, unless that is a short time.
                // What another device saw begin, this one did not see.
                let isShort = instant - (presence.lastInside ?? inside) <= VisitTracker.exitDebounce
                let middle = Instant(
                    milliseconds: inside.milliseconds / 2 + instant.milliseconds / 2
                )
                let isKnown = isSeen || isShort
                close(at: isKnown ? instant : middle, by: isKnown ? observation.source : nil)
                presence.lastOutside = instant
                // What was told from memory before they were found elsewhere was old.
                if !isSeen { presence.lastReportedInside = nil }
                return
            }
            defer { presence.lastOutside = max(presence.lastOutside ?? instant, instant) }
            guard observation.source == .crossing else { return }
            if let left = presence.leftAt, let inside = presence.confirmedInside,
                presence.visit != nil, inside - left > Event.crossingTolerance, inside <= instant,
                !wasOutside(since: inside, before: instant)
            {
                // Another device saw them leave, and this one knew of them there since.
                return recordMissedEntry(after: left, at: inside, leftAt: instant, observation)
            }
            if let left = presence.leftAt, let outside = presence.lastOutside,
                presence.visit != nil, instant - outside <= VisitTracker.exitDebounce
            {
                // The state or fix was told before the crossing that it followed from.
                if isEndGuessed { return leaveAgain(at: instant) }
                if outside - left > VisitTracker.maximumDeliveryDelay {
                    // Long after an end that somebody saw, they have been back.
                    return recordMissedEntry(
                        after: left,
                        at: instant,
                        leftAt: instant,
                        observation
                    )
                }
            }
            let elsewhere = lastOutsideFix.flatMap {
                instant - $0 <= VisitTracker.exitDebounce ? $0 : nil
            }
            // Told twice; where a fix had them outside already, the system noticed it late.
            let delay =
                elsewhere == nil ? VisitTracker.exitDebounce : VisitTracker.maximumDeliveryDelay
            for known in [presence.leftAt, presence.lastOutside].compactMap(\.self)
            where max(instant - known, known - instant) <= delay {
                // It tells when they left that were found outside since.
                guard isEndGuessed, presence.visit != nil, let left = presence.leftAt,
                    let outside = presence.lastOutside, left <= outside, outside <= instant
                else { return }
                return leaveAgain(at: outside)
            }
            if isEndGuessed, let left = presence.leftAt, presence.visit != nil,
                presence.lastOutside ?? Instant(milliseconds: .min) < left
            {
                // The visit was taken for over while they were still there.
                return leaveAgain(at: instant)
            }
            // A fix of a moment ago is of after the visit, an older one of before it.
            let left = elsewhere ?? instant
            let before = elsewhere == nil ? lastOutsideFix : nil
            let after = [presence.lastOutside, before].compactMap(\.self).max()
            recordMissedEntry(after: after, at: left, leftAt: left, observation)
        }

        /// Puts a seen end in the place of one that only followed from something later.
        private mutating func leaveAgain(at instant: Instant) {
            presence.isOpen = true
            presence.leftAt = nil
            step(.reopen)
            close(at: instant, by: .crossing)
        }

        /// Whether they were known to be elsewhere after they had been there, and too long before an
        /// exit for that to be the one: they have been back.
        private func wasOutside(since inside: Instant, before exit: Instant) -> Bool {
            guard let outside = presence.lastOutside else { return false }
            return outside > inside && exit - outside > VisitTracker.maximumDeliveryDelay
        }

        private mutating func recordMissedEntry(
            after: Instant?,
            at inside: Instant,
            leftAt left: Instant,
            _ observation: PlaceObservation
        ) {
            presence.enteredAfter = after
            presence.enteredAt = inside
            (presence.leftAt, presence.observedExit, presence.unobserved) = (left, nil, nil)
            (presence.lastInside, presence.lastReportedInside) = (inside, nil)
            presence.observations = observation.source.weight
            presence.visits += 1
            presence.isUncertain = false
            presence.isOwn = true
            presence.visit = nil
            step(.recordMissedEntry)
        }

        mutating func pass(to now: Instant, _ unconfirmedAfter: Duration) {
            guard presence.isOpen else { return }
            let inside = presence.lastKnownInside ?? now
            if now - inside >= VisitTracker.maximumUnconfirmed {
                close(at: inside, by: nil)
            } else if now - inside >= unconfirmedAfter, !presence.isUncertain {
                presence.isUncertain = true
                step(.markUnconfirmed)
            }
        }

        private mutating func enter(
            _ observation: PlaceObservation,
            _ lastOutsideFix: Instant?,
            mayReopen: Bool = true
        ) {
            let instant = observation.instant
            if mayReopen, let left = presence.leftAt, presence.visit != nil,
                instant - left <= VisitTracker.exitDebounce, instant >= left
            {
                presence.isOpen = true
                (presence.leftAt, presence.observedExit, presence.unobserved) = (nil, nil, nil)
                presence.lastInside = instant
                presence.observations += observation.source.weight
                return step(.reopen)
            }
            // One that says where they are now is of after an entry that is told late.
            let before = lastOutsideFix.flatMap {
                instant - $0 > VisitTracker.present ? $0 : nil
            }
            presence.enteredAfter =
                [presence.lastOutside, before].compactMap(\.self).filter { $0 <= instant }.max()
            presence.enteredAt = instant
            (presence.leftAt, presence.observedExit, presence.unobserved) = (nil, nil, nil)
            (presence.lastInside, presence.lastReportedInside) = (instant, nil)
            presence.observations = observation.source.weight
            presence.visits += 1
            presence.isOpen = true
            presence.isOwn = true
            presence.isUncertain = false
            presence.visit = nil
            step(.open)
        }

        /// - `source`: what told of it; `nil` when it only follows from something later.
        private mutating func close(at instant: Instant, by source: PlaceObservation.Source?) {
            presence.isOpen = false
            presence.isUncertain = false
            // A clock that was put back ends no visit before it began.
            presence.leftAt = max(instant, presence.enteredAt ?? instant)
            presence.observations += source?.weight ?? 1
            step(.close(isInferred: source == nil))
        }
    }
}
