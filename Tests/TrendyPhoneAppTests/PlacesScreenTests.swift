import CoreLocation
import SimulatedCoreLocation
import SimulatedPhone
import SimulatedSwiftUI
import Testing
import TrendyAppSupport
import TrendyModel

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
