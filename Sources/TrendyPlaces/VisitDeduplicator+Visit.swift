import TrendyModel
import TrendyStore

// What makes two visits the same, and which of them stays.
extension VisitDeduplicator {
    /// A visit as it is compared with others.
    struct Visit {
        var id: EntityID
        var earliest: Instant
        var start: Instant
        var end: Instant?
        /// The last moment at which it may have ended; `nil` while it goes on.
        var latestEnd: Instant?
        /// When they were found there, or to have left; `nil` where the entry was told.
        var inferredStart: Instant?
        /// When a fix had them elsewhere before they were found there; `nil` where none did.
        var elsewhere: Instant?
        /// Whether the person told of it.
        let isManual: Bool
        /// Whether it is not there any more: what this device heard of it belongs to another one.
        let isDeletedElsewhere: Bool
        /// Whether its end is said to have been seen.
        let hasObservedExit: Bool
        var event: Event

        init?(_ entity: Entity) throws {
            self.init(try Event(document: entity.document()), id: entity.id)
        }

        init?(_ event: Event, id: EntityID, isDeletedElsewhere: Bool = false) {
            guard event.isVisit else { return nil }
            (self.id, self.isDeletedElsewhere) = (id, isDeletedElsewhere)
            start = event.timestamp
            end = event.endDate
            latestEnd = event.endDate
            // Read once: each visit is compared with each other.
            isManual = GeofenceEventFactory.isManual(event)
            hasObservedExit = event.observedExit != nil
            if !hasObservedExit, let end,
                case .instant(let latest)? = event.properties["exit_latest"]
            {
                latestEnd = max(end, latest)
            }
            earliest = event.timestamp
            let vague = [GeofenceEventFactory.EvidenceSource.state, .missed].map(\.rawValue)
            if case .text(let known)? = event.properties["entry_source"], vague.contains(known) {
                inferredStart = start
            }
            if case .instant(let instant)? = event.properties["entry_earliest"] {
                earliest = instant
            }
            if case .instant(let instant)? = event.properties["last_outside_fix"] {
                elsewhere = instant
            }
            self.event = event
        }

        /// Whether a device saw it end, or the person said when.
        var isExitObserved: Bool { hasObservedExit && !isKept }

        /// Whether both ends were told at once: the system had kept them, nobody knows for how long.
        private var isKept: Bool {
            guard inferredStart == nil, !isManual, let end else { return false }
            return end - start < VisitDeduplicator.minimumStay
        }

        /// Whether a visit tells more than its twin; of two visits one always is the better, and never
        /// one that is gone.
        func isBetter(than other: Visit) -> Bool {
            guard isDeletedElsewhere == other.isDeletedElsewhere else {
                return other.isDeletedElsewhere
            }
            guard isManual == other.isManual else { return isManual }
            return (inferredStart == nil ? 0 : 1, start, id)
                < (other.inferredStart == nil ? 0 : 1, other.start, other.id)
        }

        /// Whether a device takes another visit back for this one.
        func replaces(_ other: Visit) -> Bool {
            isDuplicate(of: other) && isBetter(than: other)
                && !other.goesOn(afterGuessedEndOf: self)
        }

        /// Whether this visit, of which the entry was told, goes on, and its twin has ended before it
        /// began as far as others found out later: taken back for that one now, what goes on would be
        /// in none.
        private func goesOn(afterGuessedEndOf twin: Visit) -> Bool {
            guard end == nil, inferredStart == nil, !isManual, !twin.isExitObserved,
                let guess = twin.end
            else { return false }
            return guess + VisitDeduplicator.tolerance < start
        }

        /// What of this visit came after the end that another device saw of its twin: this device
        /// missed that they left and came back, but knew them there later; `nil` where it did not,
        /// or knew it from what the system told just before they were found to be elsewhere: a
        /// state that it had kept from long ago.
        func remainder(after twin: Visit) -> Visit? {
            guard !isManual, !twin.isManual, isExitObserved, twin.isExitObserved,
                let end = twin.end,
                case .instant(let known)? = event.properties["exit_earliest"],
                known > end + VisitDeduplicator.tolerance, start < end,
                let last = self.end, last - known > VisitTracker.exitDebounce
            else { return nil }
            var rest = self
            (rest.earliest, rest.start, rest.inferredStart) = (end, known, known)
            return rest
        }

        /// Whether this visit's end is also that of its twin, which was told of a later one:
        /// crossings are told late, and missed, but never before they happen.
        func ends(_ twin: Visit) -> Bool {
            guard event.geofenceID == twin.event.geofenceID, !isManual, !twin.isManual,
                isExitObserved,
                twin.end != nil, let end, end > twin.start
            else { return false }
            // One that is taken back for this one keeps for itself what came after.
            return event.hasObservedExit(before: twin.event) && isDuplicate(of: twin)
                && (twin.remainder(after: self) == nil || twin.isBetter(than: self))
        }

        /// This visit as it is beside others: it ended when the first of its twins was seen to, also
        /// where the person told that it began, and not when it ended.
        func ended(among visits: [Visit]) -> Visit {
            let isUntil = isManual && end == nil
            let twins = visits.filter { other in
                isUntil
                    ? !other.isManual && other.isExitObserved && other.isDuplicate(of: self)
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
            guard let inferredStart else { return earliest }
            let longest = min(earliest, inferredStart - VisitDeduplicator.maximumStay)
            return elsewhere.map { max($0, longest) } ?? longest
        }

        /// When it was, for comparing it with what the person told of.
        var span: Span {
            Span(
                start,
                end,
                isManual: isManual,
                isFound: inferredStart != nil,
                elsewhere: elsewhere
            )
        }

        func isDuplicate(of other: Visit) -> Bool {
            guard id != other.id, event.geofenceID == other.event.geofenceID else { return false }
            if isManual || other.isManual { return span.isSame(as: other.span) }
            guard !isAdopted(by: other), !other.isAdopted(by: self) else { return false }
            let apart = VisitDeduplicator.tolerance
            return start + apart >= other.earliest(beside: self)
                && other.start + apart >= earliest(beside: other)
                && reaches(other) && other.reaches(self)
        }

        /// Whether the end of this visit follows from the entry of another one: nobody comes in
        /// who was not out, whichever phone was told of it first.
        func isAdopted(by other: Visit) -> Bool {
            guard event.geofenceID == other.event.geofenceID, !isExitObserved,
                other.inferredStart == nil,
                let latestEnd
            else { return false }
            let apart = max(latestEnd - other.start, other.start - latestEnd)
            return apart <= VisitTracker.exitDebounce
                && other.start - start > VisitDeduplicator.tolerance
        }

        /// Whether another visit had begun before this one ended, or soon after: then both are the
        /// same if they ended soon after each other, since entries are told late.
        private func reaches(_ other: Visit) -> Bool {
            guard let latestEnd, latestEnd < other.start else { return true }
            guard let otherEnd = other.end else { return false }
            return latestEnd + VisitDeduplicator.tolerance >= max(other.start, otherEnd)
        }
    }
}
