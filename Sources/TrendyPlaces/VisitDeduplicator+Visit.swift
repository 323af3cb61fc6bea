import TrendyModel
import TrendyStore

// Which visits are duplicates, and which of them is better.
extension VisitDeduplicator {
    /// A visit in the form in which visits are compared.
    struct Visit {
        var id: EntityID
        /// The earliest possible beginning.
        var earliest: Instant
        var start: Instant
        var end: Instant?
        /// The latest possible end; `nil` while the visit is open.
        var latestEnd: Instant?
        /// The inferred beginning: the person was found inside, or the entry was missed; `nil` when
        /// the entry was reported.
        var inferredStart: Instant?
        /// The last fix outside before the inferred beginning; `nil` when there is none.
        var lastOutsideFix: Instant?
        /// Whether the person entered it.
        let isManual: Bool
        /// Whether it is deleted: this device's observations of it belong to another visit.
        let isDeletedElsewhere: Bool
        /// Whether its event has an observed exit.
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
            // Computed once: each visit is compared with each other one.
            isManual = GeofenceEventFactory.isManual(event)
            hasObservedExit = event.observedExit != nil
            if !hasObservedExit, let end,
                case .instant(let latest)? = event.properties["exit_latest"]
            {
                latestEnd = max(end, latest)
            }
            earliest = event.timestamp
            let inferred = [GeofenceEventFactory.EvidenceSource.state, .missed].map(\.rawValue)
            if case .text(let source)? = event.properties["entry_source"], inferred.contains(source)
            {
                inferredStart = start
            }
            if case .instant(let instant)? = event.properties["entry_earliest"] {
                earliest = instant
            }
            if case .instant(let instant)? = event.properties["last_outside_fix"] {
                lastOutsideFix = instant
            }
            self.event = event
        }

        /// Whether a device observed its exit, or the person entered it.
        var isExitObserved: Bool { hasObservedExit && !isDeliveredLate }

        /// Whether both crossings were delivered at once, an unknown time late.
        private var isDeliveredLate: Bool {
            guard inferredStart == nil, !isManual, let end else { return false }
            return end - start < VisitDeduplicator.minimumStay
        }

        /// Whether a visit is preferred to its duplicate: a total order, in which deleted visits
        /// are last.
        func isBetter(than other: Visit) -> Bool {
            guard isDeletedElsewhere == other.isDeletedElsewhere else {
                return other.isDeletedElsewhere
            }
            guard isManual == other.isManual else { return isManual }
            return (inferredStart == nil ? 0 : 1, start, id)
                < (other.inferredStart == nil ? 0 : 1, other.start, other.id)
        }

        /// Whether this visit replaces another one.
        func replaces(_ other: Visit) -> Bool {
            isDuplicate(of: other) && isBetter(than: other)
                && !other.isOpen(afterInferredEndOf: self)
        }

        /// Whether this visit is open after a reported entry, and the duplicate has an inferred end
        /// before that: if the duplicate replaced it now, the open stay would be in no visit.
        private func isOpen(afterInferredEndOf duplicate: Visit) -> Bool {
            guard end == nil, inferredStart == nil, !isManual, !duplicate.isExitObserved,
                let inferredEnd = duplicate.end
            else { return false }
            return inferredEnd + VisitDeduplicator.tolerance < start
        }

        /// The part of this visit after the observed exit of its duplicate: this device missed that
        /// exit and the next entry, and observed the person inside later.
        ///
        /// `nil` when there is none, or when the only observation inside came just before the exit:
        /// a state that may be stale.
        func remainder(after duplicate: Visit) -> Visit? {
            guard !isManual, !duplicate.isManual, isExitObserved, duplicate.isExitObserved,
                let end = duplicate.end,
                case .instant(let known)? = event.properties["exit_earliest"],
                known > end + VisitDeduplicator.tolerance, start < end,
                let last = self.end, last - known > VisitTracker.exitDebounce
            else { return nil }
            var remainder = self
            (remainder.earliest, remainder.start, remainder.inferredStart) = (end, known, known)
            return remainder
        }

        /// Whether this visit's end is also the end of its duplicate, which has a later one:
        /// crossings are delivered late or missed, but never before they happen.
        func ends(_ duplicate: Visit) -> Bool {
            guard event.geofenceID == duplicate.event.geofenceID, !isManual, !duplicate.isManual,
                isExitObserved,
                duplicate.end != nil, let end, end > duplicate.start
            else { return false }
            // A worse duplicate becomes its own remainder.
            return event.hasObservedExit(before: duplicate.event) && isDuplicate(of: duplicate)
                && (duplicate.remainder(after: self) == nil || duplicate.isBetter(than: self))
        }

        /// This visit with the first observed exit of its duplicates; also a manual visit without
        /// an end.
        func ended(among visits: [Visit]) -> Visit {
            let isUntil = isManual && end == nil
            let duplicates = visits.filter { other in
                isUntil
                    ? !other.isManual && other.isExitObserved && other.isDuplicate(of: self)
                    : other.ends(self)
            }
            guard let end = duplicates.compactMap(\.end).min() else { return self }
            var visit = self
            (visit.end, visit.latestEnd) = (end, end)
            return visit
        }

        /// The earliest possible beginning of this visit as a duplicate of another one.
        ///
        /// Entries are delivered late, and a person who was found inside may have been there for
        /// long. An open visit of another device may have ended in between, so nothing is inferred
        /// from it. A fix outside bounds the beginning.
        private func earliest(beside other: Visit) -> Instant {
            guard other.end != nil else { return start }
            guard let inferredStart else { return earliest }
            let longest = min(earliest, inferredStart - VisitDeduplicator.maximumStay)
            return lastOutsideFix.map { max($0, longest) } ?? longest
        }

        /// The time span, for comparison with manual visits.
        var span: Span {
            Span(
                start,
                end,
                isManual: isManual,
                isEntryInferred: inferredStart != nil,
                lastOutsideFix: lastOutsideFix
            )
        }

        /// Whether two visits record the same stay.
        func isDuplicate(of other: Visit) -> Bool {
            guard id != other.id, event.geofenceID == other.event.geofenceID else { return false }
            if isManual || other.isManual { return span.isSame(as: other.span) }
            guard !isAdopted(by: other), !other.isAdopted(by: self) else { return false }
            let tolerance = VisitDeduplicator.tolerance
            return start + tolerance >= other.earliest(beside: self)
                && other.start + tolerance >= earliest(beside: other)
                && reaches(other) && other.reaches(self)
        }

        /// Whether the end of this visit is inferred from the entry of another one, on whichever
        /// device: an entry proves an exit before it.
        func isAdopted(by other: Visit) -> Bool {
            guard event.geofenceID == other.event.geofenceID, !isExitObserved,
                other.inferredStart == nil,
                let latestEnd
            else { return false }
            let distance = max(latestEnd - other.start, other.start - latestEnd)
            return distance <= VisitTracker.exitDebounce
                && other.start - start > VisitDeduplicator.tolerance
        }

        /// Whether another visit began before this one may have ended, or ended soon after it:
        /// entries are delivered late.
        private func reaches(_ other: Visit) -> Bool {
            guard let latestEnd, latestEnd < other.start else { return true }
            guard let otherEnd = other.end else { return false }
            return latestEnd + VisitDeduplicator.tolerance >= max(other.start, otherEnd)
        }
    }
}
