import ArgumentParser
import Foundation
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

        private struct Result: Encodable {
            let event: String
            let isNew: Bool
        }

        func run() async throws {
            let measure = try measure()
            let receipt = try await Device.with(device.directory) { opened in
                try await opened.engine.recordHealthEvent(measure, notes: note)
            }
            if device.output.json {
                return try printJSON(
                    Result(event: receipt.eventID.description, isNew: receipt.isNew)
                )
            }
            print(receipt.isNew ? "Recorded \(name)." : "This was recorded already.")
        }

        private func measure() throws -> HealthMeasure {
            let start =
                try at.map { try parseInstant($0, "--at") }
                ?? Dependencies.live().wallClock.now()
            switch HealthCategory(rawValue: name) {
            case .water?: return .water(milliliters: try amount(), at: start)
            case .bodyMass?: return .bodyMass(kilograms: try amount(), at: start)
            case .mindfulness?: return .mindfulness(from: start, until: try end())
            case .workout?:
                guard let value else {
                    throw CommandFailure(
                        code: EX_USAGE,
                        message: "Say which activity, such as Running."
                    )
                }
                return .workout(activity: value, from: start, until: try end())
            case let category?:
                throw CommandFailure(
                    code: EX_USAGE,
                    message: "\(category) is computed from samples; an amount of your own would be "
                        + "counted twice."
                )
            case nil:
                throw CommandFailure(
                    code: EX_USAGE,
                    message: "There is no category '\(name)'."
                )
            }
        }

        private func amount() throws -> Double {
            guard let amount = value.flatMap({ Double($0) }) else {
                throw CommandFailure(
                    code: EX_USAGE,
                    message: "Say how much, such as 'trendy health log \(name) 70'."
                )
            }
            return amount
        }

        private func end() throws -> Instant {
            guard let until, at != nil else {
                throw CommandFailure(
                    code: EX_USAGE,
                    message: "Say when it began and ended: --at and --until."
                )
            }
            return try parseInstant(until, "--until")
        }
    }
}
