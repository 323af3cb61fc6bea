import CoreLocation
import SimulatedCoreLocation
import SimulatedPhone
import SimulatedSwiftUI
import Testing
import TrendyAppSupport

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

    @Test("A search without results says so")
    func search() async throws {
        try await places { _, host in
            try host.search("nowhere")

            try await host.wait { $0.contains("No place matches 'nowhere'.") }
        }
    }
}
