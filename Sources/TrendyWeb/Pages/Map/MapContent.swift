import TrendyAppSupport
import TrendyCharts
import TrendyLocalization
import TrendyModel

/// What a map shows of view models.
@MainActor
enum MapContent {
    /// The circles of the loaded places; those that cannot be decoded have none.
    static func circles(of model: PlacesViewModel) -> [MapDrawing.Place] {
        model.places.compactMap { circle(of: $0) }
    }

    /// The circle of a place; `nil` when it cannot be decoded.
    static func circle(of place: PlacesViewModel.Place) -> MapDrawing.Place? {
        guard let center = place.center, let radius = place.radiusMeters else { return nil }
        return MapDrawing.Place(
            id: place.id,
            name: place.name,
            circle: MapCircle(
                latitude: center.latitude,
                longitude: center.longitude,
                radiusMeters: radius
            ),
            isActive: place.isActive,
            isInside: place.isInside
        )
    }

    /// The area around a spot that a map should show.
    static func circle(_ spot: MapSpot) -> MapCircle {
        MapCircle(
            latitude: spot.center.latitude,
            longitude: spot.center.longitude,
            radiusMeters: PlaceEditorViewModel.defaultRadius
        )
    }

    /// The spots of a model, the longest first.
    ///
    /// - `isNumbered`: whether each has the numbers of its stays.
    static func spots(_ model: StayMapViewModel, isNumbered: Bool) -> [MapDrawing.Spot] {
        let longest = model.spots.first.map { seconds($0) } ?? 0
        var numbers: [EntityID: [Int]] = [:]
        if isNumbered {
            for (index, stay) in model.stays.enumerated() {
                numbers[stay.placeID ?? stay.id, default: []].append(index + 1)
            }
        }
        return model.spots.map { spot in
            let list = (numbers[spot.id] ?? []).prefix(5).map(String.init).joined(separator: ", ")
            return MapDrawing.Spot(
                name: list.isEmpty ? spot.name : "\(list). \(spot.name)",
                center: spot.center,
                weight: longest > 0 ? seconds(spot) / longest : 0,
                isOpen: spot.isOpen,
                path: spot.placeID.map { WebPath(parts: ["map", "places", $0.description]) },
                text: Strings.WebMap.spot([
                    "place": spot.name, "span": model.text(spot.duration),
                ])
            )
        }
    }

    /// The area around a route that a map should show: the ends of its lines' latitudes and
    /// longitudes.
    static func circles(of route: MapRoute) -> [MapCircle] {
        route.lines.flatMap { line in
            let ends =
                [\.latitude, \.longitude].flatMap { (path: KeyPath<Coordinate, Double>) in
                    [
                        line.min { $0[keyPath: path] < $1[keyPath: path] },
                        line.max { $0[keyPath: path] < $1[keyPath: path] },
                    ]
                }
            return ends.compactMap { end in
                end.map { MapCircle(latitude: $0.latitude, longitude: $0.longitude) }
            }
        }
    }

    /// The routes of a model.
    static func routes(_ model: RouteMapViewModel) -> [MapDrawing.Route] {
        model.routes.map { route in
            MapDrawing.Route(
                text: Strings.WebMap.route(["name": route.name, "time": route.time]),
                path: EventPages.path(of: route.id),
                lines: route.lines
            )
        }
    }

    private static func seconds(_ spot: MapSpot) -> Double {
        Double(spot.duration.components.seconds)
    }
}
