import Dispatch
import SimulatedNetwork
import SimulatedPhone
import Synchronization
import Testing

struct PathMonitorTests {
    let timeline = ManualTimeline()
    let phone: Phone
    let received = ReceivedPaths()

    final class ReceivedPaths: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }

    init() {
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        phone.launch(.user)
    }

    private func start() -> NWPathMonitor {
        let monitor = phone.run { NWPathMonitor() }
        monitor.pathUpdateHandler = { [received] in received.append($0.debugDescription) }
        monitor.start(queue: .main)
        timeline.advance(by: .zero)
        return monitor
    }

    @Test("The current path is reported at once, and each change when it occurs")
    func changes() {
        let monitor = start()
        phone.network = .cellular
        timeline.advance(by: .zero)
        phone.network.isConstrained = true
        timeline.advance(by: .zero)
        phone.network = .none
        timeline.advance(by: .zero)

        #expect(
            received.all == [
                "satisfied, wiFi", "satisfied, cellular, expensive",
                "satisfied, cellular, expensive, constrained", "unsatisfied",
            ]
        )
        #expect(monitor.currentPath.status == .unsatisfied)
        #expect(!monitor.currentPath.usesInterfaceType(.cellular))
    }

    @Test("An unchanged path is not reported again")
    func same() {
        _ = start()
        phone.isLowPowerModeOn = true
        phone.network = .wiFi
        timeline.advance(by: .zero)
        #expect(received.all == ["satisfied, wiFi"])
    }

    @Test("A suspended process receives the newest path at resume")
    func suspended() {
        _ = start()
        phone.suspend()
        phone.network = .none
        timeline.advance(by: .seconds(1))
        phone.network = .cellular
        timeline.advance(by: .seconds(1))
        #expect(received.all == ["satisfied, wiFi"])

        phone.launch(.user)
        timeline.advance(by: .zero)
        #expect(received.all == ["satisfied, wiFi", "satisfied, cellular, expensive"])
    }

    @Test("A cancelled monitor or one of an ended process reports nothing")
    func ended() {
        let monitor = start()
        monitor.cancel()
        _ = start()
        phone.terminate()
        phone.launch(.user)
        phone.network = .none
        timeline.advance(by: .seconds(1))
        #expect(received.all == ["satisfied, wiFi", "satisfied, wiFi"])
    }
}
