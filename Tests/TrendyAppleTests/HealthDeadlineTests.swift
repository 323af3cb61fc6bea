import Foundation
import Synchronization
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Deadlines of capture passes")
struct HealthDeadlineTests {
    private static func options(firstPause: Duration = .seconds(1)) -> HealthCaptureOptions {
        var options = HealthCaptureOptions()
        options.wakeTime = .zero
        options.firstPause = firstPause
        return options
    }

    @Test("A pass that only signals asked for stops at their deadline", arguments: [0, 1])
    func ofSignal(seconds: Int) {
        CapturingPhone.live { phone in
            let source = DailyStepsSource(firstDay: Instant(phone.hour(-3)), days: 10) {
                if seconds > 0 { try await phone.pass(.seconds(seconds)) }
            }
            try await phone.running(source, Self.options()) { capture in
                capture.signal(HealthSignal([.steps]))
                try await phone.pass(.seconds(5))

                let state = try await phone.store.read { try $0.health.state(category: "steps") }
                #expect(state.backfill.reduce(0) { $0 + $1.count } == 10)
                let days = try await phone.values()
                #expect(days.isEmpty)
            }
        }
    }

    @Test("A pass that a caller without a deadline shares goes on to its end")
    func shared() {
        CapturingPhone.live { phone in
            let source = DailyStepsSource(firstDay: Instant(phone.hour(-3)), days: 10) {
                try await phone.pass(.seconds(1))
            }
            try await phone.running(source, Self.options(firstPause: .zero)) { capture in
                // The first signal starts a pass, and the second waits for the next one.
                for _ in 0..<2 {
                    capture.signal(HealthSignal([.steps]))
                    try await phone.pass(.milliseconds(100))
                }
                try await capture.coordinator.capture([.steps], trigger: .launch)

                let days = try await phone.values().count
                let passes = await capture.coordinator.passes
                #expect(days == 10 && passes == 2)
            }
        }
    }

    @Test("A pass stops after the page during which its deadline passes", arguments: [true, false])
    func afterPage(isFirstImport: Bool) {
        CapturingPhone.live { phone in
            let source = DailyStepsSource(
                firstDay: Instant(phone.hour(-3)),
                days: 10,
                isInitial: isFirstImport
            )
            let isLate = Mutex(false)
            let coordinator = HealthCaptureCoordinator(
                store: phone.store,
                source: source,
                dependencies: phone.dependencies,
                zones: { ZoneHistory(.gmt) },
                isDeadlineExceeded: { isLate.withLock { $0 } }
            )
            if !isFirstImport { try await coordinator.capture([.steps]) }

            try await coordinator.capture([.steps]) { _ in isLate.withLock { $0 = true } }
            let early = try await phone.values()
            isLate.withLock { $0 = false }
            try await coordinator.capture([.steps])

            let days = try await phone.values()
            #expect(early.count == 8 && days.count == 10)
            // An import begins with the newest days, and changes with the oldest.
            #expect((early["2025-12-31"] != nil) == isFirstImport)
        }
    }

    @Test(
        "Wherever a deadline cuts a pass short, the next pass completes all days",
        arguments: 1...8,
        [true, false]
    )
    func cutShort(look: Int, isFirstImport: Bool) {
        CapturingPhone.live { phone in
            let source = DailyStepsSource(
                firstDay: Instant(phone.hour(-3)),
                days: 30,
                isInitial: isFirstImport
            )
            func coordinator(
                _ isDeadlineExceeded: @escaping @Sendable () -> Bool = { false }
            ) -> HealthCaptureCoordinator {
                HealthCaptureCoordinator(
                    store: phone.store,
                    source: source,
                    dependencies: phone.dependencies,
                    zones: { ZoneHistory(.gmt) },
                    isDeadlineExceeded: isDeadlineExceeded
                )
            }
            if !isFirstImport { try await coordinator().capture([.steps]) }
            let looks = Mutex(0)
            // The app returns to the foreground right after.
            let cut = coordinator {
                looks.withLock {
                    $0 += 1
                    return $0 == look
                }
            }

            try await cut.capture([.steps])
            try await coordinator().capture([.steps])

            let days = try await phone.values()
            #expect(days.count == 30)
        }
    }
}
