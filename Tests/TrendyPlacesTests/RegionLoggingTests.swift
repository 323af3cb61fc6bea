import Logging
import Synchronization
import Testing
import TrendyModel
import TrendyStore

@testable import TrendyPlaces

@Suite("The log of region monitoring")
struct RegionLoggingTests {
    /// Keeps what is logged.
    private final class Log: Sendable {
        private let entries = Mutex<[(level: Logger.Level, text: String)]>([])

        func add(_ level: Logger.Level, _ text: String) {
            entries.withLock { $0.append((level, text)) }
        }

        func take(_ level: Logger.Level = .info) -> [String] {
            entries.withLock { entries in
                defer { entries = [] }
                return entries.filter { $0.level >= level }.map(\.text)
            }
        }

        var logger: Logger {
            Logger(label: "test") { _ in Handler(log: self) }
        }
    }

    private struct Handler: LogHandler {
        let log: Log
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let values = (event.metadata ?? [:]).sorted { $0.key < $1.key }
                .map { "\($0.key)=\($0.value)" }
            log.add(event.level, ([event.message.description] + values).joined(separator: " "))
        }
    }

    private let device: PlaceDevice
    private let log = Log()

    init() throws {
        device = try PlaceDevice(logger: log.logger)
    }

    @Test("Regions that are added again are told apart from those that are registered already")
    func registration() async throws {
        let home = try await device.add("Home")
        try await device.addRow(3, from: 1000)
        device.system.setLastFix(device.fix(0, at: 0))
        _ = try await device.reconcile(.launch, at: 0)
        #expect(
            log.take().contains(
                "regions are registered added=4 already_registered=0 removed=0 wanted=4"
            )
        )

        _ = try await device.reconcile(.activation, at: 10)
        #expect(!log.take().contains { $0.hasPrefix("regions are") })

        device.system.stopMonitoring(home.region)
        _ = try await device.reconcile(.activation, at: 20)
        #expect(
            log.take().contains(
                "regions are registered added=1 already_registered=3 removed=0 wanted=4"
            )
        )
    }

    @Test("A changed permission is logged, and nothing names a place or a position")
    func noValues() async throws {
        let home = try await device.add("Home of Jo")
        device.system.setLastFix(device.fix(0, at: 0))
        _ = try await device.reconcile(.launch, at: 0)
        device.system.set(LocationConditions(authorization: .denied))
        _ = try await device.report(.authorization, at: 5)
        _ = try await device.report(.crossing(home.region, .inside), at: 10)

        let lines = log.take(.trace)

        #expect(
            lines.contains(
                "the location permission has changed authorization=denied precise=true"
            )
        )
        for line in lines {
            for value in ["Jo", home.id.description, "52.", "13."] {
                #expect(!line.contains(value), "\(line)")
            }
        }
    }
}
