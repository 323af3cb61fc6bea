package import TrendyModel
package import TrendyStore

/// An observation of where the person is, relative to one geofence.
package struct PlaceObservation: Sendable, Equatable {
    /// How it was made.
    package enum Source: String, Sendable, Hashable {
        /// The system reported a crossing.
        case crossing
        /// The system answered a state request.
        case state
        /// A fix of the device.
        case fix
        /// The person entered it.
        case person

        /// Whether the moment itself was observed, and is not inferred from the state afterwards.
        var isDirect: Bool { self == .crossing || self == .person }

        /// Whether it may be stale: the system answers state requests with what it noticed last,
        /// also after an exit that it missed.
        var canBeStale: Bool { self == .state }

        /// The weight of the observation as evidence: one directly observed end counts more than
        /// any number of later findings.
        var weight: Int64 { isDirect ? 1_000 : 1 }
    }

    /// The side of the geofence's edge.
    package var side: RegionSide
    /// When.
    package var instant: Instant
    /// How it was made.
    package var source: Source

    /// An observation.
    package init(_ side: RegionSide, at instant: Instant, by source: Source) {
        self.side = side
        self.instant = instant
        self.source = source
    }
}

/// A change of a visit that follows from an observation.
package enum VisitStep: Sendable, Equatable {
    /// A visit begins.
    case open
    /// The last visit continues: the person was outside for less than the exit debounce.
    case reopen
    /// The open visit ends; whether its end is inferred from something later.
    case close(isInferred: Bool)
    /// A visit ends whose entry was missed.
    case recordMissedEntry
    /// An observation confirms an unconfirmed visit.
    case confirm
    /// The open visit becomes unconfirmed.
    case markUnconfirmed
}

/// Derives visits from observations, which arrive late, repeatedly or not at all: a state machine
/// without clock or I/O.
///
/// An entry is never lost to a missed exit, and midnight does not end a visit.
package struct VisitTracker: Sendable {
    /// An exit that is followed by an entry within this time is ignored: devices near the edge
    /// report crossings back and forth.
    package static let exitDebounce = Duration.seconds(180)
    /// The maximum delivery delay: a crossing that is reported later than this after a newer
    /// observation is not explained by it.
    package static let maximumDeliveryDelay = Duration.seconds(600)
    /// The age up to which a fix shows where the device is now.
    static let currentFixAge = Duration.seconds(30)
    /// The system's hysteresis: it reports a crossing once the device was on the other side for
    /// this time.
    static let hysteresisPeriod = Duration.seconds(20)
    /// An open visit without confirmation for this time is unconfirmed.
    package static let unconfirmedAfter = Duration.seconds(12 * 3600)
    /// An open visit without confirmation for this time has ended.
    package static let maximumUnconfirmed = Duration.seconds(48 * 3600)

    /// The state of a place after an observation, and the steps to it, each with the state after
    /// it.
    ///
    /// The state may have changed without a step.
    package typealias Outcome = (place: PlaceState, steps: [(VisitStep, PlaceState)])

    /// Applies an observation.
    ///
    /// - Parameters:
    ///   - observation: what was observed.
    ///   - place: the state before.
    ///   - lastOutsideFix: the time of the last fix, if it lies clearly outside.
    ///   - isEndInferred: whether the end of the last visit is inferred from something later.
    /// - Returns: the state after the observation, and the steps to it.
    package static func observe(
        _ observation: PlaceObservation,
        _ place: PlaceState,
        lastOutsideFix: Instant? = nil,
        isEndInferred: Bool = false
    ) -> Outcome {
        var transition = VisitTransition(place)
        let isOutsideFix = observation.side == .outside && observation.source == .fix
        if let instant = isOutsideFix ? observation.instant : lastOutsideFix {
            transition.place.lastOutsideFix = instant
        }
        switch observation.side {
        case .inside: transition.observeInside(observation, lastOutsideFix)
        case .outside: transition.observeOutside(observation, lastOutsideFix, isEndInferred)
        }
        return (transition.place, transition.steps)
    }

    /// Applies the passing of time: an open visit may become unconfirmed, or end.
    ///
    /// - Parameters:
    ///   - now: the time.
    ///   - place: the state before.
    ///   - unconfirmedAfter: after which time without confirmation the visit is unconfirmed; zero
    ///     when the system was asked and does not know the state.
    /// - Returns: the state after that time, and the steps to it.
    package static func advanceTime(
        to now: Instant,
        _ place: PlaceState,
        unconfirmedAfter: Duration = unconfirmedAfter
    ) -> Outcome {
        var transition = VisitTransition(place)
        transition.advanceTime(to: now, unconfirmedAfter)
        return (transition.place, transition.steps)
    }
}
