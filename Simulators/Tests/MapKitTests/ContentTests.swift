import CoreLocation
import Foundation
import MapKit
import SimulatedSwiftUI
import SwiftUI
import Testing

@Suite("The content of a map")
@MainActor
struct ContentTests {
    @Test("A tap on a mark activates it, a tap beside it reaches the map")
    func taps() throws {
        let model = MapModel()
        let host = show(model, radius: 1000)

        try host.tapMap(at: munich)
        #expect(model.selected == [0] && model.taps.isEmpty)
        try host.tapMap(at: CGPoint(x: 10, y: 10))
        #expect(model.selected == [0] && model.taps.count == 1)
    }

    @Test("The location of the user covers no mark")
    func covered() throws {
        let model = MapModel()
        let host = show(model, userLocation: munich)

        try host.tapMap(at: munich)

        #expect(model.selected == [0])
    }

    @Test("A tap outside of the map is refused, and so is one on a map that takes none")
    func refused() throws {
        let host = show(MapModel())
        #expect(throws: ViewHostError.self) { try host.tapMap(at: CGPoint(x: 301, y: 10)) }
        #expect(throws: ViewHostError.self) {
            try host.tapMap(at: CLLocationCoordinate2D(latitude: 0, longitude: 0))
        }

        let map = ViewHost(Map { EmptyMapContent() })
        #expect(throws: ViewHostError.self) { try map.tapMap(at: CGPoint(x: 10, y: 10)) }
        #expect(throws: ViewHostError.self) {
            try ViewHost(Text("None")).tapMap(at: CGPoint(x: 10, y: 10))
        }
    }

    @Test("The content of a mark is read; without a name, the title of the mark")
    func names() {
        let host = ViewHost(
            Map {
                Annotation("Home", coordinate: munich) { Text("You are here") }
                Annotation("Gym", coordinate: munich) { Circle().fill(.red) }
            }
            .accessibilityLabel(Text("Map"))
        )

        #expect(
            host.screen.outline == """
                map "Map"
                  text "You are here"
                  annotation "Gym"
                """
        )
    }

    @Test("The location of the user is shown where it is known")
    func userLocation() {
        #expect(!show(MapModel()).screen.contains("My Location"))
        #expect(show(MapModel(), userLocation: munich).screen.contains("My Location"))
    }

    @Test("Content follows what it depends on")
    func conditions() {
        struct Example: View {
            @State private var isOn = false
            var body: some View {
                Map {
                    if isOn { Annotation("On", coordinate: munich) { Text("On") } }
                    if isOn {
                        Annotation("A", coordinate: munich) { Text("A") }
                    } else {
                        Annotation("B", coordinate: munich) { Text("B") }
                    }
                }
                Button("Switch") { isOn.toggle() }
            }
        }
        let host = ViewHost(Example())
        #expect(host.screen.texts == ["B", "Switch"])

        try? host.tap("Switch")

        #expect(host.screen.texts == ["On", "A", "Switch"])
    }

    @Test("A proxy converts both ways, and nothing that is outside of the map")
    func proxy() throws {
        struct Example: View {
            var body: some View {
                MapReader { map in
                    Map(initialPosition: .region(region)) { EmptyMapContent() }
                        .onTapGesture { point in
                            let middle = map.convert(munich, to: .local)
                            #expect(middle == CGPoint(x: 50, y: 50))
                            let far = CLLocationCoordinate2D(latitude: 0, longitude: 0)
                            #expect(map.convert(far, to: .local) == nil)
                            #expect(map.convert(CGPoint(x: 50, y: 120), from: .local) == nil)
                            #expect(map.convert(point, from: .local) != nil)
                        }
                }
                .frame(width: 100, height: 100)
            }

            private var region: MKCoordinateRegion {
                MKCoordinateRegion(
                    center: munich,
                    span: MKCoordinateSpan(latitudeDelta: 0.01, longitudeDelta: 0.01)
                )
            }
        }

        try ViewHost(Example()).tapMap(at: CGPoint(x: 20, y: 20))
    }

    @Test("A page shows circles to scale, marks with their titles, a scale and buttons to magnify")
    func html() {
        let model = MapModel()
        model.position = .region(
            MKCoordinateRegion(center: munich, latitudinalMeters: 400, longitudinalMeters: 400)
        )
        let page = HTMLRenderer().html(of: show(model, userLocation: munich).screen)

        // 400 m are 200 points high.
        #expect(page.contains(/<circle cx="0" cy="0" r="7[45](\.\d+)?"/))
        #expect(page.contains("stroke-dasharray:4 4"))
        #expect(page.contains("<span>Select </span>") && page.contains(">Place 0</span>"))
        #expect(page.contains("aria-label=\"My Location\""))
        #expect(page.contains(">100 m</div>"))
        #expect(page.contains("aria-label=\"Zoom In\"") && page.contains("data-size=\"300 200\""))
        #expect(page.contains("data-on=\"drag measure tap zoomIn zoomOut\""))
    }
}
