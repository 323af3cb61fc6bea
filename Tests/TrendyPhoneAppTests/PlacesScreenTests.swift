import CoreLocation
import SimulatedCoreLocation
import SimulatedPhone
import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyPlaces

@testable import TrendyPhoneApp

@Suite("Places", .timeLimit(.minutes(20)))
@MainActor
struct PlacesScreenTests {
    /// Shows the places of a person who has one, the office.
    private func places(
        _ body: @MainActor (PhoneWorld, ViewHost) async throws -> Void
    ) async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            try await world.createPlace("Office")
            let host = world.show()
            try host.tap("Places")
            try await host.wait { $0.contains("1 place") }
            try await body(world, host)
        }
    }

    @Test("A person without places reads that there are none, and what to expect")
    func empty() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()

            try host.tap("Places")

            try await host.wait { $0.contains("No places yet.") }
            let limits = try #require(world.app.models?.places.limits)
            #expect(!limits.isEmpty)
            for limit in limits { #expect(host.screen.contains(limit.text)) }
        }
    }

    @Test("Without the permission a place says that it is not watched, and one tap asks for it")
    func noPermission() async throws {
        try await places { world, host in
            world.phone.location.promptDecision = .allowWhileUsing
            try await host.wait {
                $0.contains("Not watched: Trendy lacks the location permission that this needs")
            }

            try host.tap("Allow")

            try await host.wait { _ in
                world.phone.location.authorizationStatus == .authorizedWhenInUse
            }
        }
    }

    @Test("A place with the permission is watched, and its screen shows it without visits")
    func watched() async throws {
        try await places { world, host in
            world.phone.location.place(
                at: CLLocationCoordinate2D(latitude: 48.2, longitude: 11.575)
            )
            world.phone.location.choose(.always)
            await world.app.models?.places.refresh()
            try await host.wait { $0.contains("Watched now") }

            try host.tap(showing: "Watched now")

            try await host.wait { $0.contains("No visits yet.") }
            #expect(host.navigationTitle == "Office")
            #expect(host.screen.contains("Within 150 m"))
        }
    }

    @Test("A deleted place can be restored")
    func deletion() async throws {
        try await places { _, host in
            try host.swipe("Office", action: "Delete")
            try await host.wait { $0.contains("'Office' was deleted.") }

            try host.tap("Undo")

            try await host.wait { $0.contains("1 place") && !$0.contains("No places yet.") }
        }
    }

    @Test("A place that is deleted on its own screen can be restored there")
    func deletionInEditor() async throws {
        try await places { _, host in
            try host.tap(showing: "Office")
            try await host.wait { _ in host.navigationTitle == "Office" }
            try host.tap("Edit")
            try await host.wait { $0.contains("Delete place") }

            try host.tap("Delete place")
            try await host.wait {
                $0.contains("'Office' was deleted.") && $0.contains("This place was deleted.")
            }
            try host.tap("Undo")

            try await host.wait { !$0.contains("This place was deleted.") }
            #expect(host.navigationTitle == "Office")
        }
    }

    @Test("The radius is 150 m at first and at least 100 m")
    func radius() async throws {
        try await places { _, host in
            try host.tap("New place")
            try await host.wait { $0.contains("New Place") }
            #expect(host.screen.contains("Within 150 m"))

            try host.set("Radius", to: 50)

            #expect(host.screen.contains("Within 100 m"))
            #expect(
                host.screen.contains(
                    "iOS does not watch circles of less than 100 m reliably; 150 m works well."
                )
            )
        }
    }

    @Test("A visit is listed on the places and on the screen of its place")
    func visits() async throws {
        try await places { world, host in
            let id = try #require(world.app.models?.places.places.first).id
            let (start, end) = try (world.instant(hour: 9), world.instant(hour: 11))
            _ = try await world.app.engine?.recordGeofenceEvent(
                ManualVisit(id, from: start, until: end)
            )
            try await host.wait { $0.contains("Latest visits") }

            try host.tap(showing: "Office")

            try await host.wait { $0.contains("Visits") }
            #expect(host.screen.texts.contains { $0.hasSuffix("2 h") })
        }
    }

    @Test("Of more places than iOS watches, the far ones say why they are not watched now")
    func rotatedOut() async throws {
        try await places { world, host in
            for number in 1...25 {
                try await world.createPlace("Stop \(number)", latitude: 48 + Double(number) / 10)
            }
            world.phone.location.place(
                at: CLLocationCoordinate2D(latitude: 48.2, longitude: 11.575)
            )
            world.phone.location.choose(.always)
            await world.app.models?.places.refresh()

            try await host.wait { $0.contains("Not watched now: other places are nearer") }
            #expect(host.screen.contains("Watched now"))

            #expect(
                host.screen.contains(
                    "iOS watches 20 places at a time. Trendy watches this one when you come near it."
                )
            )
        }
    }

    @Test("What keeps iOS from watching is said with what helps")
    func findings() async throws {
        try await places { world, host in
            world.phone.location.choose(.always)
            world.phone.isBackgroundRefreshOn = false
            await world.app.models?.places.refresh()

            try await host.wait {
                $0.contains(
                    "Background App Refresh is off, so the app is not started when you arrive or "
                        + "leave."
                )
            }
            #expect(
                host.screen.contains("Switch it on in Settings > General > Background App Refresh.")
            )
        }
    }

    @Test("A place that iOS refuses says so, what helps, and offers it")
    func refused() throws {
        let place = PlaceItem(
            id: EntityID(high: 0, low: 1),
            name: "Gym",
            state: "Not watched: iOS refuses this place",
            icon: "exclamationmark.triangle",
            isProblem: true,
            remedy: "Trendy tries again each time you open it.",
            action: .openSettings
        )
        var performed: [PlaceAction] = []
        let host = ViewHost(
            List {
                PlaceDetails(place: place) { _ in
                } perform: {
                    performed.append($0)
                }
            }
        )

        #expect(host.screen.contains("Not watched: iOS refuses this place"))
        #expect(host.screen.contains("Trendy tries again each time you open it."))
        try host.tap("Open Settings")
        #expect(performed == [.openSettings])
    }

    @Test("A place that is turned off is not monitored")
    func turningOff() async throws {
        try await places { _, host in
            try host.swipe("Office", action: "Turn off")

            try await host.wait { $0.contains("Not monitored") }
        }
    }

    @Test("A new place is made here, moved on the map, and saved")
    func newPlace() async throws {
        try await places { world, host in
            world.phone.location.place(at: CLLocationCoordinate2D(latitude: 48.2, longitude: 11.6))
            world.phone.location.choose(.always)
            try host.tap("New place")
            try await host.wait { $0.contains("New Place") }
            #expect(host.screen.contains("Within 150 m"))

            try host.tap("Save")
            try await host.wait { $0.contains("Enter a name.") }
            #expect(
                host.screen.contains("Choose a location on the map, or use your current location.")
            )
            try host.enter("Gym", into: "Name")
            try host.tap("Use my location")
            try await host.wait { $0.contains("Move north") }
            try host.tap("Move north")
            try host.tap("Save")

            try await host.wait { $0.contains("2 places") && $0.contains("Gym") }
        }
    }

    @Test("A tap on the map chooses the centre of a new place")
    func newPlaceOnMap() async throws {
        try await places { world, host in
            world.phone.location.place(at: CLLocationCoordinate2D(latitude: 48.2, longitude: 11.6))
            world.phone.location.choose(.always)
            try host.tap("New place")
            try await host.wait { $0.contains("New Place") && $0.contains("My Location") }
            try host.enter("Park", into: "Name")

            let park = CLLocationCoordinate2D(latitude: 48.201, longitude: 11.601)
            try host.tapMap(at: park)
            try host.tap("Save")

            try await host.wait { $0.contains("2 places") && $0.contains("Park") }
            let saved = try #require(
                world.app.models?.places.places.first { $0.name == "Park" }?.center
            )
            #expect(saved.distance(to: try #require(Coordinate(park))) < 1)
        }
    }

    @Test("A tap on the map moves the edited place, and its arrows move it further")
    func movingOnMap() async throws {
        try await places { world, host in
            try host.tap(showing: "Office")
            try await host.press("Edit")
            try await host.wait { $0.contains("Move north") }

            let target = CLLocationCoordinate2D(latitude: 48.1380, longitude: 11.5760)
            try host.tapMap(at: target)
            let values = host.screen.elements(role: .textField).compactMap(\.value)
            #expect(values.contains { $0.hasPrefix("48.138") })
            try host.tap("Move north")
            try host.tap("Save")

            let north = 48.1380 + 50 / 111_195
            let moved = try #require(Coordinate(latitude: north, longitude: 11.5760))
            await until {
                let center = world.app.models?.places.places.first?.center
                return center.map { $0.distance(to: moved) < 1 } ?? false
            }
        }
    }

    @Test("A tap on a place on the map opens it")
    func openingOnMap() async throws {
        try await places { _, host in
            try host.tapMap(at: CLLocationCoordinate2D(latitude: 48.137, longitude: 11.575))

            try await host.wait { $0.contains("No visits yet.") }
            #expect(host.navigationTitle == "Office")
        }
    }

    @Test("A search without results says so")
    func search() async throws {
        try await places { _, host in
            try host.search("nowhere")

            try await host.wait { $0.contains("No place matches 'nowhere'.") }
        }
    }
}
