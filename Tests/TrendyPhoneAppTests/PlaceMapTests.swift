import CoreLocation
import Foundation
import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyModel

@testable import TrendyPhoneApp

@Suite("Map of places")
@MainActor
struct PlaceMapTests {
    private let places = MapPlace.examples
    private let here = CLLocationCoordinate2D(latitude: 48.139, longitude: 11.574)

    @Test("Each place is one element with its state, and a tap selects it")
    func elements() throws {
        var selected: [EntityID] = []
        let host = ViewHost(PlaceMap(places) { selected.append($0) })

        #expect(try host.element(named: "Home").value == "You are here")
        #expect(try host.element(named: "Office").value == "Others are nearer")
        try host.tap("Office")
        try host.tapMap(at: places[0].center.onMap)
        #expect(selected == [places[1].id, places[0].id])
    }

    @Test("Without places there is no map")
    func empty() {
        #expect(ViewHost(PlaceMap([])).screen.elements(role: .map).isEmpty)
    }

    @Test("A map without an action only shows its places")
    func readOnly() throws {
        let host = ViewHost(PlaceMap(places))

        #expect(try host.element(named: "Home").value == "You are here")
        #expect(throws: ViewHostError.self) { try host.tap("Home") }
        #expect(throws: ViewHostError.self) { try host.tapMap(at: places[0].center.onMap) }
    }

    @Test("The position of the person is shown only where the app may know it")
    func person() {
        let here = here
        #expect(!ViewHost(PlaceMap(places)).screen.contains("My Location"))
        let host = ViewHost(PlaceMap(places)) { $0.simulatedUserLocation = { here } }
        #expect(host.screen.contains("My Location"))
    }

    @Test("A circle that is not watched has a dashed edge, and its pin the symbol of its state")
    func states() throws {
        let watched = HTMLRenderer().html(of: ViewHost(PlaceMap([places[0]])).screen)
        let unwatched = HTMLRenderer().html(of: ViewHost(PlaceMap([places[1]])).screen)

        #expect(!watched.contains("stroke-dasharray") && unwatched.contains("stroke-dasharray"))
        #expect(places[0].icon != places[1].icon && places[0].color != places[1].color)
    }

    @Test("A tap beside a circle chooses the tapped point, and the map stays where it is")
    func choosing() throws {
        struct Editor: View {
            @State var place: MapPlace
            let onChoose: @MainActor (Coordinate) -> Void
            var body: some View {
                PlaceCenterMap(place: place) { center in
                    onChoose(center)
                    place = place.moved(to: center)
                }
            }
        }
        var chosen: [Coordinate] = []
        let host = ViewHost(Editor(place: places[0]) { chosen.append($0) })
        let before = try host.pointOnMap(of: places[0].center.onMap)

        try host.tapMap(at: here)

        let center = try #require(chosen.first)
        let expected = try #require(Coordinate(here))
        #expect(center.distance(to: expected) < 1)
        #expect(try host.pointOnMap(of: places[0].center.onMap) == before)
    }

    @Test("A centre that comes from elsewhere is shown in the middle")
    func moving() throws {
        struct Editor: View {
            let model: ChosenPlace
            var body: some View { PlaceCenterMap(place: model.place) { _ in } }
        }
        let model = ChosenPlace()
        let host = ViewHost(Editor(model: model))
        #expect(host.screen.elements(role: .map).count == 1)

        model.place = places[1]

        let (point, size) = (
            try host.pointOnMap(of: places[1].center.onMap), try host.mapSize()
        )
        #expect(abs(point.x - size.width / 2) < 0.001 && abs(point.y - size.height / 2) < 0.001)
    }
}

@MainActor
@Observable
private final class ChosenPlace {
    var place: MapPlace?
}

extension MapPlace {
    fileprivate func moved(to center: Coordinate) -> MapPlace {
        MapPlace(
            id: id,
            name: name,
            state: state,
            icon: icon,
            center: center,
            radius: radius
        )
    }
}
