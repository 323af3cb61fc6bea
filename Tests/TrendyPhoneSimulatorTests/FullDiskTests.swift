import Foundation
import SimulatedHealthKit
import SimulatedPhone
import SimulatedSwiftUI
import Testing
import TrendySimulation

@testable import TrendyAppSupport
@testable import TrendyPhoneSimulator

@Suite("A full disk on the screen", .timeLimit(.minutes(20)))
struct FullDiskTests {
    @Test("Every tab explains a full disk, until there is space again")
    func banner() {
        SimulatedApp.run { phone in
            let problem = AppProblem(.deviceFull)
            let system = phone.handset.phone
            @MainActor func walk(steps: Double) {
                let samples = system.run {
                    PhoneSamples.make("steps", steps, at: system.timeline.now, on: system)
                }
                system.health.add(samples)
            }
            let settings = try #require(phone.app.models?.healthSettings)
            await settings.refresh()
            await settings.requestAccess()
            // The samples must be of one day.
            try await phone.sleep(for: .seconds(3600))
            walk(steps: 100)
            try await phone.wait { $0.elements.contains { $0.label.hasPrefix("Steps, 100") } }

            phone.handset.setFull(true)
            walk(steps: 200)
            try await phone.wait { screen in
                [problem.title, problem.text, problem.remedy].allSatisfy(screen.contains)
            }
            for tab in ["Timeline", "Places", "Insights", "Settings"] {
                try phone.host.tap(tab)
                try await phone.wait { $0.contains(problem.title) }
            }

            phone.handset.setFull(false)
            try await phone.wait { !$0.contains(problem.title) }
            phone.handset.leave()
            try await phone.sleep(for: .seconds(60))
            phone.handset.open()
            try phone.host.tap("Today")
            try await phone.wait { $0.elements.contains { $0.label.hasPrefix("Steps, 300") } }
        }
    }

    @Test("An undo that fails says why and can be repeated when there is space")
    func undo() {
        SimulatedApp.run { phone in
            try phone.host.tap("Timeline")
            try await phone.wait { $0.contains("Entered by you") }
            try phone.host.swipe("Entered by you", action: "Delete")
            try await phone.wait { $0.contains("Coffee deleted") }

            phone.handset.setFull(true)
            try phone.host.tap("Undo")
            try await phone.wait { screen in
                screen.texts.contains { $0.hasPrefix("Not undone: ") && $0.contains("full") }
                    && screen.contains("Coffee deleted")
            }

            phone.handset.setFull(false)
            try phone.host.tap("Undo")
            try await phone.wait { screen in
                screen.contains("Entered by you") && !screen.contains("Coffee deleted")
                    && !screen.texts.contains { $0.hasPrefix("Not undone: ") }
            }
        }
    }
}
