import Foundation
package import SimulatedLocationBehavior
import SimulatedPhone
import Synchronization

// The operations of the control surface; an app cannot reach them.
extension LocationSystem {
    package var behavior: CoreLocationBehavior {
        get { state.withLock(\.behavior) }
        set {
            change { state, device in
                state.behavior = newValue
                state.forgetPlans(device.now, keepsPast: true)
            }
        }
    }

    package var records: [RegionRecord]? {
        get { state.withLock(\.records) }
        set { state.withLock { $0.records = newValue } }
    }

    package var counters: LocationCounters { state.withLock(\.counters) }

    // MARK: person and device

    package var track: Track { state.withLock(\.track) }

    /// - `keepsPast`: whether the new walk equals the old one until now.
    package func setTrack(_ track: Track, keepsPast: Bool) {
        change { state, device in
            state.track = track
            state.forgetPlans(device.now, keepsPast: keepsPast)
        }
    }

    package var hasSignal: Bool {
        get { state.withLock(\.hasSignal) }
        set { change { state, _ in state.hasSignal = newValue } }
    }

    package var hasNetwork: Bool {
        get { state.withLock(\.hasNetwork) }
        set {
            change { state, device in
                state.hasNetwork = newValue
                if newValue { state.releaseDelayedCrossings(device) }
            }
        }
    }

    package var isWiFiOn: Bool {
        get { state.withLock(\.isWiFiOn) }
        set {
            change { state, device in
                state.isWiFiOn = newValue
                state.forgetPlans(device.now, keepsPast: true)
            }
        }
    }

    package var hasBackgroundMode: Bool {
        get { state.withLock(\.hasBackgroundMode) }
        set { state.withLock { $0.hasBackgroundMode = newValue } }
    }

    package var isMonitoringAvailable: Bool {
        get { state.withLock(\.isMonitoringAvailable) }
        set { change { state, _ in state.isMonitoringAvailable = newValue } }
    }

    package var isSignificantAvailable: Bool {
        get { state.withLock(\.isSignificantAvailable) }
        set { state.withLock { $0.isSignificantAvailable = newValue } }
    }

    package var maximumDistance: Double {
        get { state.withLock(\.maximumDistance) }
        set { state.withLock { $0.maximumDistance = newValue } }
    }

    package var requiresServiceSession: Bool {
        get { state.withLock(\.requiresServiceSession) }
        set { change { state, _ in state.requiresServiceSession = newValue } }
    }

    // MARK: authorization

    package var permission: Permission { state.withLock(\.permission) }

    package var status: CLAuthorizationStatus { state.withLock(\.permission.status) }

    /// Changes the person's permission; the app receives the change as on a phone.
    package func changePermission(_ body: (inout Permission) -> Void) {
        change { state, device in
            body(&state.permission)
            state.reportPermission(device)
            state.settleUnconfirmed(device)
        }
    }

    package func choose(_ setting: LocationSetting) {
        changePermission { $0.choose(setting) }
    }

    package var isPromptOpen: Bool { state.withLock(\.permission.openPrompt) != nil }

    package var isFirstPromptOpen: Bool {
        if case .first = state.withLock(\.permission.openPrompt) { true } else { false }
    }

    package func answerPrompt(_ decision: LocationPromptDecision) {
        change { $0.answer(decision, $1) }
    }

    package func answerPrompt(_ decision: LocationUpgradeDecision) {
        change { $0.answer(decision, $1) }
    }

    // MARK: regions

    /// The app's registered regions and its monitors' conditions.
    package var monitored: [RegionValue] {
        state.withLock { $0.sortedFences.filter(\.takesSlot).map(\.region) }
    }

    package func belief(of identifier: String, monitor: String?) -> CLRegionState? {
        state.withLock { $0.fences[.init(monitor: monitor, identifier: identifier)]?.belief }
    }

    package func circle(of identifier: String, monitor: String?) -> Circle? {
        state.withLock { state in
            state.fences[.init(monitor: monitor, identifier: identifier)]?.region.circle
        }
    }

    package var slotsTaken: Int { state.withLock(\.slotsTaken) }

    package var otherSlots: Int {
        get { state.withLock(\.otherSlots) }
        set { change { state, _ in state.otherSlots = newValue } }
    }

    /// Registers a region for another part of the app; refused when no slot is free.
    package func addForeign(_ region: RegionValue) {
        change { state, device in
            state.register(
                region,
                isCircular: true,
                isBlind: false,
                manager: -1,
                device
            )
        }
    }

    package func drop(_ isDropped: @escaping @Sendable (String) -> Bool) {
        change { state, _ in
            for fence in state.sortedFences where isDropped(fence.key.identifier) {
                state.record(.dropped, of: fence)
                state.fences[fence.key] = nil
            }
        }
    }

    package func fail(
        _ identifier: String?,
        code: CLError.Code,
        namesRegion: Bool,
        stops: Bool
    ) {
        change { state, _ in
            let key = identifier.map { Fence.Key(monitor: nil, identifier: $0) }
            let region = key.flatMap { state.fences[$0]?.region }
            state.outbox.append(.call(nil, .failed(namesRegion ? region : nil, code)))
            if stops, let key, let fence = state.fences.removeValue(forKey: key) {
                state.record(.dropped, of: fence)
            }
        }
    }

    package func missNextCrossings(_ count: Int) {
        state.withLock { $0.missNext = count }
    }

    package func loseNextEvents(_ count: Int) {
        state.withLock { $0.loseNext = count }
    }

    /// Makes the system believe in a crossing that did not happen.
    package func reportFalseCrossing(_ identifier: String, monitor: String?) {
        change { state, device in
            let key = Fence.Key(monitor: monitor, identifier: identifier)
            guard state.isMonitoring, state.fences[key]?.isStarted == true else { return }
            state.cross(key, at: device.now, device)
            state.fences[key]?.from = device.now
            state.fences[key]?.forgetPlan()
        }
    }

    package var pendingEvents: Int { state.withLock { $0.pending.count + $0.unconfirmed.count } }
}
