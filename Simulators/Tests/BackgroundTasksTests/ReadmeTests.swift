import BackgroundTasks
import SimulatedAppServices
import SimulatedPhone
import Testing

/// Checks that the README's example works.
struct ReadmeTests {
    @Test("The README's example runs")
    func example() throws {
        // Example of Simulators/README.md:
        let timeline = ManualTimeline()
        let phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        phone.backgroundTasks.permittedIdentifiers = ["app.refresh"]
        phone.onLaunchRequest = { reason in
            phone.launch(reason)
            // The app registers its tasks here, as at any launch.
        }
        phone.launch(.user)
        let scheduler = phone.run { BGTaskScheduler.shared }
        _ = scheduler.register(forTaskWithIdentifier: "app.refresh", using: nil) { task in
            task.expirationHandler = { task.setTaskCompleted(success: false) }
        }
        timeline.advance(by: .zero)  // the launch is over
        try scheduler.submit(BGAppRefreshTaskRequest(identifier: "app.refresh"))
        phone.enterBackground()
        timeline.advance(by: .seconds(60))  // granted, expired, completed, suspended
        // End of the example.

        #expect(phone.backgroundTasks.runs.map(\.outcome) == [.failed])
        #expect(phone.process == .suspended)
        #expect(phone.faults.isEmpty)
    }
}
