import TrendyPlaces

extension InjectedBug {
    static var places: [InjectedBug] {
        [
            make("exits-unheard", "An exit is not taken in, and the visit stays open for ever") {
                $0.regions = { base, _ in
                    BuggyRegionMonitor(base: base) { signal in
                        switch signal.kind {
                        case .crossing(_, .outside), .state(_, .outside), .fix: nil
                        default: signal
                        }
                    }
                }
            },
            make("proofs-unheard", "Nothing but a crossing tells whether an open visit goes on") {
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
            make("each-for-itself", "Visits of two phones of one person stay two") {
                $0.keepsTwins = true
                $0.faults = watched
            },
        ]
    }

    /// One person whose places are watched from the beginning.
    static func watched(_ faults: inout FaultMix) {
        faults.accounts = 1
        faults.accountSwitches = nil
        faults.hasPlacesEarly = true
    }
}
