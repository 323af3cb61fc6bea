import ArgumentParser
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyWire

extension HealthCommand {
    struct Log: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Record what you measured yourself.",
            discussion: """
                trendy health log water 250                       millilitres
                trendy health log body_mass 71.4                  kilograms
                trendy health log mindfulness --at 2026-01-15T08:00:00Z --until 2026-01-15T08:10:00Z
                trendy health log workout Running --at 2026-01-15T18:00:00Z \
                --until 2026-01-15T18:45:00Z

                What an import has of the same is not recorded beside it, whichever comes first. \
                Sums of a day, such as steps, are computed from their samples alone.
                """
        )

        @Argument(
            help: ArgumentHelp(
                "\(HealthMeasure.categories.map(\.rawValue).joined(separator: ", ")).",
                valueName: "category"
            )
        )
        var name: String
        @Argument(help: "The amount, or the activity of a workout.")
        var value: String?
        @Option(help: ArgumentHelp("When, RFC 3339 (default: now).", valueName: "time"))
        var at: String?
        @Option(help: ArgumentHelp("When a session ended, RFC 3339.", valueName: "time"))
        var until: String?
        @Option(help: ArgumentHelp("A note.", valueName: "text"))
        var note: String?
        @OptionGroup var device: DeviceOptions

        func validate() throws { _ = try told() }

        func run() async throws {
            let start =
                try at.map { try parseInstant($0, "--at") }
                ?? Dependencies.live().wallClock.now()
            let end = try until.map { try parseInstant($0, "--until") } ?? start
            let measure = try told()(start, end)
            let receipt = try await Device.with(device.directory) { opened in
                try await opened.engine.recordHealthEvent(measure, notes: note)
            }
            if device.output.json { return try printJSON(RecordOutput(receipt)) }
            Console.text(receipt.isNew ? "Recorded \(name)." : "This was recorded already.")
        }

        /// What is told, as soon as its times are known.
        private func told() throws -> (_ start: Instant, _ end: Instant) -> HealthMeasure {
            switch HealthCategory(rawValue: name) {
            case .water?:
                let amount = try amount()
                return { start, _ in .water(milliliters: amount, at: start) }
            case .bodyMass?:
                let amount = try amount()
                return { start, _ in .bodyMass(kilograms: amount, at: start) }
            case .mindfulness?:
                guard value == nil else {
                    throw ValidationError("A mindful session has no amount: leave it out.")
                }
                try requireBothEnds()
                return { start, end in .mindfulness(from: start, until: end) }
            case .workout?:
                let activity = try activity()
                try requireBothEnds()
                return { start, end in .workout(activity: activity, from: start, until: end) }
            case let category?:
                throw ValidationError(
                    "\(category) is computed from samples; an amount of your own would be counted "
                        + "twice."
                )
            case nil: throw ValidationError("There is no category '\(name)'.")
            }
        }

        private func amount() throws -> Double {
            guard let amount = value.flatMap({ Double($0) }) else {
                throw ValidationError("Say how much, such as 'trendy health log \(name) 70'.")
            }
            guard until == nil else {
                throw ValidationError("Only a session has an end: leave --until out.")
            }
            return amount
        }

        private func activity() throws -> String {
            guard let value else {
                throw ValidationError("Say which activity, such as Running.")
            }
            guard let activity = WorkoutActivity.name(matching: value) else {
                throw ValidationError(
                    "Apple Health knows no activity '\(value)'. Its names are those of "
                        + "https://developer.apple.com/documentation/healthkit/hkworkoutactivitytype "
                        + "with a capital first letter, such as Running or CrossTraining."
                )
            }
            return activity
        }

        private func requireBothEnds() throws {
            guard at != nil, until != nil else {
                throw ValidationError("Say when it began and ended: --at and --until.")
            }
        }
    }
}
