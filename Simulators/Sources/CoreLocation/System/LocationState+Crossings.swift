import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

extension LocationState {
    /// The circle on whose other side the person must be.
    private func threshold(of fence: Fence, _ side: Side) -> Circle {
        var circle = extent(of: fence)
        let full = circle.radius
        switch side {
        case .inside: circle.radius = max(full / 10, full - behavior.entryDistance)
        case .outside:
            circle.radius +=
                isWiFiOn
                ? behavior.exitDistance
                : max(behavior.exitDistance, behavior.exitDistanceWithoutWiFi)
        }
        circle.radius = max(1, circle.radius + offset(upTo: behavior.boundaryNoise))
        return circle
    }

    /// Finds the next crossing of a circle, as far as the walk is known.
    mutating func plan(_ key: Fence.Key, _ circumstances: Circumstances) {
        guard var fence = fences[key] else { return }
        fence.isPlanned = true
        fence.plan = nil
        defer { fences[key] = fence }
        guard fence.belief != .unknown else { return }
        let side: Side = fence.belief == .inside ? .outside : .inside
        guard let from = beginning(of: &fence, circumstances.now) else { return }
        guard
            let start = track.firstStay(
                side,
                of: threshold(of: fence, side),
                from: from,
                lasting: behavior.settleTime
            )
        else { return }
        let confirmed = start.addingTimeInterval(behavior.settleTime.seconds)
        let late = behavior.crossingDelay + randomness.span(upTo: behavior.crossingJitter)
        fence.plan = Fence.Plan(
            confirmed: confirmed,
            due: max(circumstances.now, confirmed.addingTimeInterval(late.seconds))
        )
    }

    mutating func reportCrossings(_ circumstances: Circumstances) {
        guard isMonitoring else { return }
        let now = circumstances.now
        let isDue = fences.values.contains { $0.plan.map { $0.due <= now } ?? false }
        guard isDue else { return }
        // Smaller regions come first.
        for fence in sortedFences {
            guard let plan = fence.plan, plan.due <= now else { continue }
            if behavior.crossingsNeedNetwork, !hasNetwork {
                fences[fence.key]?.plan?.due = .distantFuture
                if fence.condition == nil {
                    outbox.append(
                        .tell(nil, .failed(fence.region, .regionMonitoringResponseDelayed))
                    )
                }
                continue
            }
            fences[fence.key]?.from = plan.confirmed
            if missNext > 0 || happens(behavior.missedShare) {
                missNext = max(0, missNext - 1)
                counters.crossingsMissed += 1
                record(.missed, of: fence)
                fences[fence.key]?.awaitsReturn = true
                fences[fence.key]?.returnsAt = nil
            } else {
                cross(fence.key, at: plan.confirmed, circumstances)
            }
            self.plan(fence.key, circumstances)
        }
    }

    /// A network is there again: what waited for it is due.
    mutating func releaseDelayedCrossings(_ circumstances: Circumstances) {
        for key in fences.keys where fences[key]?.plan?.due == .distantFuture {
            fences[key]?.plan?.due = circumstances.now
        }
    }

    /// From when on the next crossing can be seen: after one that was missed, not before the person
    /// was back.
    private func beginning(of fence: inout Fence, _ now: Date) -> Date? {
        guard fence.awaitsReturn else { return fence.from }
        if let back = fence.returnsAt, back <= now {
            fence.awaitsReturn = false
            return fence.from
        }
        let side: Side = fence.belief == .inside ? .inside : .outside
        fence.returnsAt = track.first(side, of: extent(of: fence), from: fence.from)
        return fence.returnsAt
    }

    /// The system believes that a circle was crossed.
    mutating func cross(_ key: Fence.Key, at date: Date, _ circumstances: Circumstances) {
        guard let fence = fences[key] else { return }
        let isEntry = fence.belief != .inside
        fences[key]?.belief = isEntry ? .inside : .outside
        counters.crossingsNoticed += 1
        record(.noticed(isEntry: isEntry), of: fence)
        lastFix = makeFix(circumstances.now) ?? lastFix
        if fence.condition != nil { return postCondition(key, date: date, circumstances) }
        if isEntry ? fence.region.notifyOnEntry : fence.region.notifyOnExit {
            post(.crossing(fence.region, isEntry: isEntry), circumstances)
        } else if !behavior.statesFollowNotifyFlags {
            outbox.append(.tell(nil, .state(fence.region, isEntry ? .inside : .outside)))
        }
    }
}
