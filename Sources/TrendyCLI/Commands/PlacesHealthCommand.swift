import ArgumentParser
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

extension PlacesCommand {
    struct Health: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show how the watch over places is doing, and what helps.",
            discussion: """
                Regions are watched on a phone; here it is told what this device's database knows. \
                Exit code 1 when there is something to do.
                """
        )

        @OptionGroup var device: DeviceOptions

        private struct Output: Encodable {
            struct Finding: Encodable {
                let finding: String
                let remedy: String
            }

            let places: Int
            let activePlaces: Int
            let openVisits: Int
            let unconfirmedVisits: Int
            let lastSignalAt: String?
            let sentinelRadiusMeters: Double?
            let sentinelPlacedAt: String?
            let findings: [Finding]
        }

        func run() async throws {
            let health = try await Device.with(device.directory) { opened in
                try await GeofenceHealth(
                    of: opened.engine.store,
                    at: Dependencies.live().wallClock.now()
                )
            }
            if device.output.json {
                try printJSON(
                    Output(
                        places: health.geofences,
                        activePlaces: health.configured,
                        openVisits: health.openVisits,
                        unconfirmedVisits: health.unconfirmedVisits,
                        lastSignalAt: health.signalledAt?.rfc3339,
                        sentinelRadiusMeters: health.sentinel?.radius,
                        sentinelPlacedAt: health.sentinel?.placedAt.rfc3339,
                        findings: health.findings.map {
                            .init(finding: $0.finding, remedy: $0.remedy)
                        }
                    )
                )
            } else {
                describe(health)
            }
            if !health.findings.isEmpty { throw ExitCode(1) }
        }

        private func describe(_ health: GeofenceHealth) {
            var table = Table(["Places", String(health.geofences)])
            table.add(["To be watched", String(health.configured)])
            table.add(["Visits that go on", String(health.openVisits)])
            table.add(["  of them in doubt", String(health.unconfirmedVisits)])
            table.add(["Last told by the system", health.signalledAt?.rfc3339 ?? "–"])
            table.add([
                "Circle for other places",
                health.sentinel.map { PlacesCommand.meters($0.radius) } ?? "–",
            ])
            table.add(["  drawn", health.sentinel?.placedAt.rfc3339 ?? "–"])
            Console.text(table.text)
            for finding in health.findings {
                Console.text("\n\(finding.finding)\n    \(finding.remedy)")
            }
            if !health.findings.isEmpty {
                Console.text(
                    "\n'trendy places edit' changes a place, 'trendy places remove' ends it."
                )
            }
            if health.findings.isEmpty { Console.text("Nothing is wrong.") }
        }
    }
}
