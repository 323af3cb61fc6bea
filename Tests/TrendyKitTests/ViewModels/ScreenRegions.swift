import Synchronization
import TrendyModel
import TrendyPlaces

/// A phone's region monitoring for tests of screens: it registers up to twenty regions at once,
/// except those that it refuses, and records requests.
final class ScreenRegions: RegionMonitor {
    private struct State {
        var regions: [String: MonitoredRegion] = [:]
        var conditions = LocationConditions()
        var fix: Fix?
        var refusesAll = false
        var requests: [LocationAuthorization.Request] = []
        var answer: RegionSignal?
    }

    private let state = Mutex(State())
    private let reports = AsyncStream.makeStream(of: RegionSignal.self)

    /// The authorizations that the app has asked for.
    var requests: [LocationAuthorization.Request] { state.withLock { $0.requests } }

    func set(_ change: (inout LocationConditions) -> Void) {
        state.withLock { change(&$0.conditions) }
    }

    func setFix(_ fix: Fix?) { state.withLock { $0.fix = fix } }

    /// Refuses all regions from now on, and gives up those that it has.
    func refuseAll() {
        state.withLock { state in
            state.refusesAll = true
            state.regions = [:]
        }
    }

    /// The signal that answers each request for a fix; `nil` never answers.
    func answerFixes(with signal: RegionSignal?) { state.withLock { $0.answer = signal } }

    func signals() -> AsyncStream<RegionSignal> { reports.stream }

    func monitoredRegions() -> [MonitoredRegion] {
        state.withLock { $0.regions.values.sorted { $0.identifier < $1.identifier } }
    }

    func conditions() -> LocationConditions { state.withLock { $0.conditions } }

    func monitor(_ region: MonitoredRegion) {
        state.withLock { state in
            let isNew = state.regions[region.identifier] == nil
            guard !state.refusesAll, !isNew || state.regions.count < 20 else { return }
            state.regions[region.identifier] = region
        }
    }

    func stopMonitoring(_ identifier: String) { state.withLock { $0.regions[identifier] = nil } }

    func requestState(of identifier: String) {}

    func lastFix() -> Fix? { state.withLock { $0.fix } }

    func requestFix() {
        if let answer = state.withLock(\.answer) { reports.continuation.yield(answer) }
    }

    func request(_ step: LocationAuthorization.Request) {
        state.withLock { $0.requests.append(step) }
    }
}
