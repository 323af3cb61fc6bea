import SimulatedCoreLocation
import SimulatedPhone
import SimulatedSwiftUI
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendySimulation
import TrendyStore

@Suite("A region that iOS refuses", .timeLimit(.minutes(20)))
struct RefusedRegionTests {
    @Test("Its place says so with a remedy, and is watched again once iOS accepts it")
    func refusal() {
        SimulatedApp.run { phone in
            typealias Texts = Strings.PlaceStates
            let location = phone.handset.phone.location
            let store = try #require(phone.app.engine).store
            let place = Geofence(
                name: "Office",
                latitude: 48.157,
                longitude: 11.575,
                radiusMeters: 150
            )
            let id = try await store.write { try $0.entities.create(place) }
            try await phone.sleep(for: .seconds(60))
            let region = try #require(
                location.monitoredIdentifiers.first { $0.contains("\(id)") }
            )
            location.behavior.refusedRegions = [region]
            location.dropRegions([region])
            phone.handset.leave()
            try await phone.sleep(for: .seconds(3600))
            phone.handset.open()
            try phone.host.tap("Places")

            try await phone.wait {
                $0.texts.contains { $0.contains(Texts.refused()) }
            }
            try phone.host.tap(try phone.row("Office"))
            try await phone.wait { $0.contains(Texts.openAgain()) }

            location.behavior.refusedRegions = []
            phone.handset.leave()
            try await phone.sleep(for: .seconds(3600))
            phone.handset.open()
            try await phone.wait { !$0.contains(Texts.openAgain()) }
        }
    }
}

extension SimulatedApp {
    /// The name of the row with a title.
    func row(_ title: String) throws -> String {
        let row = host.screen.elements.last { element in
            element.actions.contains("activate")
                && element.flattened.contains { $0.text == title }
        }
        return try #require(row, "Nothing to tap shows \(title).").label
    }
}
