import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyPlaces
import TrendyStore

/// Makes the texts of places and visits.
struct PlacePresenter {
    let formats: DisplayFormatter
    let today: CalendarDay
    let authorization: LocationAuthorization?

    func place(_ entry: PlaceList.Entry) -> PlacesViewModel.Place {
        let geofence = entry.place.fieldError == nil ? entry.place.geofence : nil
        let radius = geofence.map {
            Strings.Places.radius(["radius": formats.number($0.radiusMeters)])
        }
        let status = status(of: entry)
        return PlacesViewModel.Place(
            id: entry.place.id,
            name: entry.place.name,
            center: entry.place.center,
            radiusMeters: geofence?.radiusMeters,
            radiusText: radius ?? "",
            distanceText: entry.distance.map(distance),
            status: status,
            isActive: entry.place.geofence?.isActive ?? true,
            isInside: entry.state?.hasOpenVisit == true,
            visits: Strings.Places.visits(Int(entry.state?.visits ?? 0)),
            notifiesText: geofence.flatMap(notifications)
        )
    }

    func status(of entry: PlaceList.Entry) -> PlaceStatus {
        if let state = entry.state, state.hasOpenVisit, let entered = state.enteredAt {
            let time = formats.timeAndDay(entered, today: today)
            guard state.isUncertain else {
                return PlaceStatus(.inside, Strings.Places.thereNow(["time": time]))
            }
            return PlaceStatus(
                .unconfirmed,
                Strings.Places.unconfirmed(["time": time]),
                remedy: Strings.RegionMonitoring.openWhereYouAre()
            )
        }
        if entry.place.geofence == nil || entry.place.fieldError != nil {
            let field = entry.place.fieldError.map { FieldFormatter.name(of: $0.field) } ?? "–"
            return PlaceStatus(
                .unreadable,
                Strings.Timeline.partlyUnreadable(["field": field]),
                remedy: Strings.RegionMonitoring.recreate()
            )
        }
        return status(entry.monitoring ?? .unknown, entry.place.id)
    }

    private func status(_ monitoring: GeofenceState, _ id: EntityID) -> PlaceStatus {
        typealias Texts = Strings.PlaceStates
        switch monitoring {
        case .monitored: return PlaceStatus(.watched, Texts.watched())
        case .rotatedOut:
            return PlaceStatus(.rotatedOut, Texts.rotatedOut(), remedy: Texts.comeNear())
        case .refused: return PlaceStatus(.refused, Texts.refused(), remedy: Texts.openAgain())
        case .unauthorized:
            return PlaceStatus(
                .noPermission,
                Texts.noPermission(),
                remedy: authorization?.remedy,
                action: authorization?.action
            )
        case .off: return PlaceStatus(.off, Strings.Places.off(), remedy: Texts.turnOn())
        case .invalid:
            return PlaceStatus(
                .unreadable,
                Texts.invalid(),
                remedy: Texts.chooseLocation(),
                action: .editPlace(id)
            )
        case .unsupported:
            return PlaceStatus(.unknown, Texts.unsupported(), remedy: Texts.usePhone())
        case .unknown:
            return PlaceStatus(.unknown, Texts.unknown(), remedy: Texts.waitToRegister())
        }
    }

    private func distance(_ meters: Double) -> String {
        let text =
            meters < 1000
            ? Strings.PlaceStates.meters(["count": formats.number((meters / 10).rounded() * 10)])
            : Strings.PlaceStates.kilometers([
                "count": formats.number(meters / 1000, places: meters < 10_000 ? 1 : 0)
            ])
        return Strings.PlaceStates.away(["distance": text])
    }

    private func notifications(_ geofence: Geofence) -> String? {
        switch (geofence.notifyOnEntry, geofence.notifyOnExit) {
        case (true, true): Strings.PlaceStates.notifiesBoth()
        case (true, false): Strings.PlaceStates.notifiesArrival()
        case (false, true): Strings.PlaceStates.notifiesDeparture()
        case (false, false): nil
        }
    }

    func visit(_ visit: RecordedVisit) -> PlacesViewModel.Visit {
        PlacesViewModel.Visit(
            id: visit.id,
            place: visit.place,
            text: text(for: visit),
            isOpen: visit.exit == nil,
            isUnconfirmed: visit.isUnconfirmed
        )
    }

    func text(for visit: RecordedVisit) -> String {
        let start = formats.timeAndDay(visit.entry.instant, today: today)
        guard let exit = visit.exit, let duration = visit.duration else {
            let phrase = visit.isUnconfirmed ? Strings.Places.unconfirmed : Strings.Places.thereNow
            return phrase(["time": start])
        }
        if visit.isEntryMissed {
            let end = formats.timeAndDay(exit.instant, today: today)
            return Strings.Places.entryMissed(["end": end])
        }
        let zones = formats.zones()
        let isOneDay =
            zones.day(containing: visit.entry.instant) == zones.day(containing: exit.instant)
        let end =
            isOneDay
            ? formats.time(exit.instant) : formats.timeAndDay(exit.instant, today: today)
        return Strings.Places.wasThere([
            "start": start, "end": end, "span": formats.span(duration),
        ])
    }
}
