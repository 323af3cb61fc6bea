import Logging
import TrendyModel
import TrendyStore

// The log: states and numbers, never a place, a position or an identifier of one.
extension GeofenceMonitor {
    /// Logs how many regions the system had already, and how many are added again or removed.
    func logRegistration(
        _ difference: GeofenceReconciler.Difference,
        _ listed: [MonitoredRegion]
    ) {
        let wanted = Set(state.wanted.map(\.identifier))
        let added = Set(difference.additions.map(\.identifier))
        let kept = listed.count { wanted.contains($0.identifier) && !added.contains($0.identifier) }
        logger.log(
            level: difference.isEmpty ? .debug : .info,
            difference.isEmpty ? "all regions are registered already" : "regions are registered",
            metadata: [
                "already_registered": "\(kept)", "added": "\(difference.additions.count)",
                "removed": "\(difference.removals.count)", "wanted": "\(wanted.count)",
            ]
        )
    }

    /// Logs why regions are reconciled, and the permission if it has changed.
    func logReconciliation(
        _ trigger: Trigger,
        _ conditions: LocationConditions,
        _ known: RegionMonitorState
    ) {
        logger.debug("regions are reconciled", metadata: ["trigger": "\(trigger)"])
        let authorization = conditions.authorization.rawValue
        guard known.authorization != authorization else { return }
        logger.info(
            "the location permission has changed",
            metadata: ["authorization": "\(authorization)", "precise": "\(conditions.isPrecise)"]
        )
    }

    /// Logs regions that the system does not register at any attempt.
    func logRefusal(_ missing: Set<String>) {
        guard !missing.isEmpty else { return }
        logger.warning(
            "the system does not register all regions",
            metadata: ["missing": "\(missing.count)", "wanted": "\(state.wanted.count)"]
        )
    }

    /// Logs the kind of a signal, without its region and position.
    func logSignal(_ signal: RegionSignal) {
        let kind =
            switch signal.kind {
            case .crossing(_, let side): "crossing \(side.rawValue)"
            case .state(_, let side): "state \(side?.rawValue ?? "unknown")"
            case .fix: "fix"
            case .noFix: "no fix"
            case .failure(_, let failure): "failure \(failure)"
            case .authorization: "authorization"
            }
        logger.debug("the system reported", metadata: ["kind": "\(kind)"])
    }
}
