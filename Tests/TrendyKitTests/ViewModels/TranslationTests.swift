import Testing
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore

@Suite("Translations")
struct TranslationTests {
    @Test("A translation reaches the texts of the screens, in a separate process")
    func reaches() async {
        // Translations apply to the whole process, so other tests must not see this one.
        await #expect(processExitsWith: .success) {
            LocalizedText.translate { key in key == "time.today" ? nil : "‹\(key)›" }
            try await Self.check()
        }
    }

    @Test("Built-in types are found by their localized name, and custom types by their own")
    func names() async {
        await #expect(processExitsWith: .success) {
            LocalizedText.translate { key in
                switch key {
                case "categories.water": "Wasser"
                case "categories.sleep": "Schlaf"
                default: nil
                }
            }
            try await Self.checkNames()
        }
    }

    @MainActor
    private static func checkNames() async throws {
        let world = try ScreenWorld()
        let (water, sleep) = (HealthMetric.water, HealthMetric.sleep)
        try await world.store.write {
            try $0.entities.create(water.eventType, id: water.eventTypeID)
        }
        try await world.store.write {
            try $0.entities.create(EventType(name: "Nights"), id: sleep.eventTypeID)
        }
        let record = world.engine.recordManualEvent
        let time = try world.instant("10:30")

        let shown = try await record(.init(typeName: "wasser", timestamp: time))
        let stored = try await record(.init(typeName: "Water", timestamp: time))
        let renamed = try await record(.init(typeName: "nights", timestamp: time))
        let other = try await record(.init(typeName: "Schlaf", timestamp: time))

        #expect([shown, stored].allSatisfy { $0.eventTypeID == water.eventTypeID })
        #expect(renamed.eventTypeID == sleep.eventTypeID)
        #expect(other.isNewType)
        let timeline = EventStore(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
        await timeline.refresh()
        let rows = timeline.sections.flatMap(\.rows)
        func title(_ receipt: RecordManualEvent.Receipt) -> String? {
            rows.first { $0.id == receipt.eventID }?.title
        }
        let titles = [shown, stored, renamed, other].map { title($0) }
        #expect(titles == ["Wasser", "Wasser", "Nights", "Schlaf"])
    }

    @MainActor
    private static func check() async throws {
        let world = try ScreenWorld()
        try await world.log("Tea", "10:30")
        let timeline = EventStore(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
        let sync = SyncStatusViewModel(
            engine: world.engine,
            dependencies: world.dependencies,
            formats: world.formats
        )
        let summary = SummaryViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
        let conflicts = ConflictsViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
        let failed = FailedWorkViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
        let places = PlacesViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
        let settings = HealthSettingsViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
        await timeline.refresh()
        await sync.refresh()
        await summary.refresh()
        await conflicts.refresh()
        await failed.refresh()
        await places.refresh()
        await settings.refresh()

        // A text without a translation stays English.
        #expect(timeline.sections.first?.title == "Today")
        #expect(timeline.sections.first?.rows.first?.markerText == "‹timeline.waiting›")
        #expect(
            sync.text == "‹sync.not_signed_in› ‹sync.changes_waiting.other› ‹sync.all_saved›"
        )
        #expect(sync.badge == "‹sync.badge_sign_in›")
        #expect(summary.cards.allSatisfy { $0.caption == "‹summary.nothing_yet›" })
        #expect(conflicts.emptyText == "‹failed_changes.no_conflicts›")
        #expect(failed.emptyText == "‹failed_changes.nothing_failed›")
        #expect(places.emptyText == "‹places.nothing›")
        #expect(
            settings.lines.allSatisfy {
                $0.state == ($0.isEnabled ? "‹health.nothing_yet›" : "‹health.off›")
            }
        )
        #expect(HealthAuthorizationStatus.asked.text == "‹capture.asked›")
    }
}
