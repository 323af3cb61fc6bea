import Testing
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore
import TrendyWords

@Suite("Translations")
struct TranslationTests {
    @Test("A translation reaches the texts of the screens, in a process of its own")
    func reaches() async {
        // Translations are the whole process's: other tests must not see this one.
        await #expect(processExitsWith: .success) {
            Phrase.translate { key in key == "time.today" ? nil : "‹\(key)›" }
            try await Self.check()
        }
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

        // What has no translation stays English.
        #expect(timeline.sections.first?.title == "Today")
        #expect(timeline.sections.first?.rows.first?.markerWords == "‹timeline.waiting›")
        #expect(
            sync.words == "‹sync.not_signed_in› ‹sync.changes_waiting.other› ‹sync.all_saved›"
        )
        #expect(sync.badge == "‹sync.badge_sign_in›")
        #expect(summary.cards.allSatisfy { $0.caption == "‹summary.nothing_yet›" })
        #expect(conflicts.emptyWords == "‹decisions.no_conflicts›")
        #expect(failed.emptyWords == "‹decisions.nothing_failed›")
        #expect(places.emptyWords == "‹places.nothing›")
        #expect(settings.lines.allSatisfy { $0.state == "‹health.nothing_yet›" })
        #expect(HealthAuthorizationStatus.asked.words == "‹capture.asked›")
    }
}
