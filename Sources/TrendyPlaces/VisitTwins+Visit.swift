import TrendyModel
import TrendyStore

// What makes two visits the same, and which of them stays.
extension VisitTwins {
    /// A visit as it is compared with others.
    struct Visit {
        var id: EntityID
        var earliest: Instant
        var start: Instant
        var end: Instant?
        /// The last moment at which it may have ended; `nil` while it goes on.
        var latestEnd: Instant?
        /// When they were found there, or to have left; `nil` where the entry was told.
        var vagueStart: Instant?
        /// When a fix had them elsewhere before they were found there; `nil` where none did.
        var elsewhere: Instant?
        /// Whether the person told of it.
        let isTold: Bool
        /// Whether it is not there any more: what this device heard of it belongs to another one.
        let isGone: Bool
        /// Whether its end is said to have been seen.
        let hasSeenEnd: Bool
        var event: Event

        init?(_ entity: Entity) throws {
            self.init(try Event(document: entity.document()), id: entity.id)
        }

        init?(_ event: Event, id: EntityID, isGone: Bool = false) {
            guard event.isVisit else { return nil }
            (self.id, self.isGone) = (id, isGone)
            start = event.timestamp
            end = event.endDate
            latestEnd = event.endDate
            // Read once: each visit is compared with each other.
            isTold = GeofenceEventFactory.isTold(event)
            hasSeenEnd = event.seenEnd != nil
            if !hasSeenEnd, let end,
                case .instant(let latest)? = event.properties["exit_latest"]
            {
                latestEnd = max(end, latest)
            }
            earliest = event.timestamp
            let vague = [GeofenceEventFactory.Knowledge.state, .missed].map(\.rawValue)
            if case .text(let known)? = event.properties["entry_known_by"], vague.contains(known) {
                vagueStart = start
            }
            if case .instant(let instant)? = event.properties["entry_earliest"] {
                earliest = instant
            }
            if case .instant(let instant)? = event.properties["last_elsewhere"] {
                elsewhere = instant
            }
            self.event = event
        }

        /// Whether a device saw it end, or the person said when.
        var isEndSeen: Bool { hasSeenEnd && !isKept }

        /// Whether both ends were told at once: the system had kept them, nobody knows for how long.
        private var isKept: Bool {
            guard vagueStart == nil, !isTold, let end else { return false }
            return end - start < VisitTwins.shortestStay
        }

        /// Whether a visit tells more than its twin; of two visits one always is the better, and never
        /// one that is gone.
        func isBetter(than other: Visit) -> Bool {
            guard isGone == other.isGone else { return other.isGone }
            guard isTold == other.isTold else { return isTold }
            return (vagueStart == nil ? 0 : 1, start, id)
                < (other.vagueStart == nil ? 0 : 1, other.start, other.id)
        }

        /// Whether a device takes another visit back for this one.
        func replaces(_ other: Visit) -> Bool {
            isTwin(of: other) && isBetter(than: other) && !other.goesOn(afterGuessedEndOf: self)
        }

        /// Whether this visit, of which the entry was told, goes on, and its twin has ended before it
        /// began as far as others found out later: taken back for that one now, what goes on would be
        /// in none.
        private func goesOn(afterGuessedEndOf twin: Visit) -> Bool {
            guard end == nil, vagueStart == nil, !isTold, !twin.isEndSeen, let guess = twin.end
            else { return false }
            return guess + VisitTwins.tolerance < start
        }

        /// What of this visit came after the end that another device saw of its twin: this device
        /// missed that they left and came back, but knew them there later; `nil` where it did not,
        /// or knew it from what the system told just before they were found to be elsewhere: a
        /// state that it had kept from long ago.
        func rest(after twin: Visit) -> Visit? {
            guard !isTold, !twin.isTold, isEndSeen, twin.isEndSeen, let end = twin.end,
                case .instant(let known)? = event.properties["exit_earliest"],
                known > end + VisitTwins.tolerance, start < end,
                let last = self.end, last - known > VisitTracker.flutter
            else { return nil }
            var rest = self
            (rest.earliest, rest.start, rest.vagueStart) = (end, known, known)
            return rest
        }

        /// Whether this visit's end is also that of its twin, which was told of a later one:
        /// crossings are told late, and missed, but never before they happen.
        func ends(_ twin: Visit) -> Bool {
            guard event.geofenceID == twin.event.geofenceID, !isTold, !twin.isTold, isEndSeen,
                twin.end != nil, let end, end > twin.start
            else { return false }
            // One that is taken back for this one keeps for itself what came after.
            return event.isSeenToEnd(before: twin.event) && isTwin(of: twin)
                && (twin.rest(after: self) == nil || twin.isBetter(than: self))
        }

        /// This visit as it is beside others: it ended when the first of its twins was seen to, also
        /// where the person told that it began, and not when it ended.
        func ended(among visits: [Visit]) -> Visit {
            let isUntil = isTold && end == nil
            let twins = visits.filter { other in
                isUntil
                    ? !other.isTold && other.isEndSeen && other.isTwin(of: self)
                    : other.ends(self)
            }
            guard let end = twins.compactMap(\.end).min() else { return self }
            var visit = self
            (visit.end, visit.latestEnd) = (end, end)
            return visit
        }

        /// The first moment at which this visit may have begun, if another one is the same.
        ///
        /// Entries are told late, and who was found there may have been there for long; but another
        /// visit that goes on, as far as is known here, may have ended in between. They were not
        /// there while a fix had them elsewhere.
        private func earliest(beside other: Visit) -> Instant {
            guard other.end != nil else { return start }
            guard let vagueStart else { return earliest }
            let longest = min(earliest, vagueStart - VisitTwins.longestStay)
            return elsewhere.map { max($0, longest) } ?? longest
        }

        /// When it was, for comparing it with what the person told of.
        var span: Span {
            Span(
                start,
                end,
                isTold: isTold,
                isFound: vagueStart != nil,
                elsewhere: elsewhere
            )
        }

        func isTwin(of other: Visit) -> Bool {
            guard id != other.id, event.geofenceID == other.event.geofenceID else { return false }
            if isTold || other.isTold { return span.isSame(as: other.span) }
            guard !isFollowed(by: other), !other.isFollowed(by: self) else { return false }
            let apart = VisitTwins.tolerance
            return start + apart >= other.earliest(beside: self)
                && other.start + apart >= earliest(beside: other)
                && reaches(other) && other.reaches(self)
        }

        /// Whether the end of this visit follows from the entry of another one: nobody comes in
        /// who was not out, whichever phone was told of it first.
        func isFollowed(by other: Visit) -> Bool {
            guard event.geofenceID == other.event.geofenceID, !isEndSeen, other.vagueStart == nil,
                let latestEnd
            else { return false }
            let apart = max(latestEnd - other.start, other.start - latestEnd)
            return apart <= VisitTracker.flutter && other.start - start > VisitTwins.tolerance
        }

        /// Whether another visit had begun before this one ended, or soon after: then both are the
        /// same if they ended soon after each other, since entries are told late.
        private func reaches(_ other: Visit) -> Bool {
            guard let latestEnd, latestEnd < other.start else { return true }
            guard let otherEnd = other.end else { return false }
            return latestEnd + VisitTwins.tolerance >= max(other.start, otherEnd)
        }
    }
}
