import ArgumentParser
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

extension PlacesCommand {
    struct Health: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the state of place monitoring, and how to solve problems.",
            discussion: """
                Example:
                  trendy places health

                A phone monitors the regions; this command shows what this device's database knows \
                of it. Exit code 1 when there is a problem.
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
            let times = LocalTime()
            var table = Table(["", ""], hasHeader: false)
            table.add(["Places", "\(health.geofences), \(health.configured) of them active"])
            let unconfirmed = health.unconfirmedVisits
            table.add([
                "Open visits",
                "\(health.openVisits)" + (unconfirmed > 0 ? ", \(unconfirmed) unconfirmed" : ""),
            ])
            table.add(["Last region event", health.signalledAt.map { times.text($0) } ?? "none"])
            if let sentinel = health.sentinel {
                table.add([
                    "Movement sentinel",
                    "\(PlacesCommand.meters(sentinel.radius)), "
                        + "placed \(times.text(sentinel.placedAt))",
                ])
            }
            Console.text(table.text)
            Console.text("\n\(findingsText(health.findings.map { ($0.finding, $0.remedy) }))")
            if !health.findings.isEmpty {
                Console.text(
                    "\n'trendy places edit' changes a place, 'trendy places remove' deletes it."
                )
            }
        }
    }
}
