import ArgumentParser
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyWire

extension HealthCommand {
    struct Log: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Record a measurement of your own.",
            discussion: """
                Examples:
                  trendy health log water 250            millilitres
                  trendy health log body_mass 71.4       kilograms
                  trendy health log mindfulness --at 08:00 --until 08:10
                  trendy health log workout Running --at 18:00 --until 18:45

                The same measurement from an import is not recorded a second time, whichever comes \
                first. Sums of a day, such as steps, are computed from samples only.
                """
        )

        @Argument(
            help: ArgumentHelp(
                "\(HealthMeasure.categories.map(\.rawValue).joined(separator: ", ")).",
                valueName: "category"
            )
        )
        var name: String
        @Argument(help: "The amount, or the activity of a workout such as Running.")
        var value: String?
        @Option(help: ArgumentHelp("When it was, such as 08:30 (default: now).", valueName: "time"))
        var at: String?
        @Option(help: ArgumentHelp("When a session ended, such as 09:10.", valueName: "time"))
        var until: String?
        @Option(help: ArgumentHelp("A note.", valueName: "text"))
        var note: String?
        @OptionGroup var device: DeviceOptions

        func validate() throws { _ = try measure() }

        func run() async throws {
            let start =
                try at.map { try parseInstant($0, "--at") }
                ?? Dependencies.live().wallClock.now()
            let end = try until.map { try parseInstant($0, "--until") } ?? start
            let measure = try measure()(start, end)
            let receipt = try await Device.with(device.directory) { opened in
                try await opened.engine.recordHealthEvent(measure, notes: note)
            }
            if device.output.json { return try printJSON(RecordOutput(receipt)) }
            Console.text(
                receipt.isNew
                    ? "Recorded \(name)." : "This measurement is already recorded."
            )
        }

        /// Makes the measurement of its times.
        private func measure() throws -> (_ start: Instant, _ end: Instant) -> HealthMeasure {
            switch HealthCommand.category(name) {
            case .water?:
                let amount = try amount()
                return { start, _ in .water(milliliters: amount, at: start) }
            case .bodyMass?:
                let amount = try amount()
                return { start, _ in .bodyMass(kilograms: amount, at: start) }
            case .mindfulness?:
                guard value == nil else {
                    throw ValidationError("A mindful session has no amount. Leave it out.")
                }
                try requireBothEnds()
                return { start, end in .mindfulness(from: start, until: end) }
            case .workout?:
                let activity = try activity()
                try requireBothEnds()
                return { start, end in .workout(activity: activity, from: start, until: end) }
            case let category?:
                throw ValidationError(
                    "\(category.text) is computed from samples, so an amount of your own would "
                        + "count twice. These can be recorded: "
                        + HealthMeasure.categories.map(\.rawValue).joined(separator: ", ") + "."
                )
            case nil: throw HealthCommand.unknown(name)
            }
        }

        private func amount() throws -> Double {
            guard let amount = value.flatMap({ Double($0) }) else {
                throw ValidationError("Give an amount, such as 'trendy health log \(name) 70'.")
            }
            guard until == nil else {
                throw ValidationError("Only a session has an end. Please leave --until out.")
            }
            return amount
        }

        private func activity() throws -> String {
            guard let value else {
                throw ValidationError("Give the activity, such as Running.")
            }
            guard let activity = WorkoutActivity.name(matching: value) else {
                throw ValidationError(
                    "Apple Health has no activity '\(value)'. The names are those of "
                        + "https://developer.apple.com/documentation/healthkit/hkworkoutactivitytype "
                        + "with a capital first letter, such as Running or CrossTraining."
                )
            }
            return activity
        }

        private func requireBothEnds() throws {
            guard at != nil, until != nil else {
                throw ValidationError("Give the start and the end with --at and --until.")
            }
        }
    }
}
