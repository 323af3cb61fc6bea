import TrendyPlaces

extension InjectedBug {
    static var places: [InjectedBug] {
        [
            make("exits-ignored", "Exits are ignored and visits stay open") {
                $0.regions = { base, _ in
                    BuggyRegionMonitor(base: base) { signal in
                        switch signal.kind {
                        case .crossing(_, .outside), .state(_, .outside), .fix: nil
                        default: signal
                        }
                    }
                }
            },
            make("only-crossings", "Open visits are verified by crossings only") {
                $0.regions = { base, _ in
                    BuggyRegionMonitor(base: base) { signal in
                        switch signal.kind {
                        case .state, .fix: nil
                        default: signal
                        }
                    }
                }
                $0.faults = {
                    $0.hasPoorRegions = true
                    $0.kills = .seconds(6 * 3600)
                    $0.regionLosses = .seconds(12 * 3600)
                }
            },
            make("no-visit-merge", "Duplicate visits of two phones are not merged") {
                $0.keepsDuplicates = true
                $0.faults = monitored
            },
        ]
    }

    /// One person whose places are monitored from the start.
    static func monitored(_ faults: inout FaultMix) {
        faults.accounts = 1
        faults.accountSwitches = nil
        faults.hasPlacesEarly = true
    }
}
