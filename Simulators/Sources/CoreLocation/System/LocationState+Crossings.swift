import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

extension LocationState {
    /// The circle that the person must cross to be detected on the other side.
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
    mutating func plan(_ key: Fence.Key, _ device: DeviceConditions) {
        guard var fence = fences[key] else { return }
        fence.isPlanned = true
        fence.plan = nil
        defer { fences[key] = fence }
        guard fence.belief != .unknown else { return }
        let side: Side = fence.belief == .inside ? .outside : .inside
        guard let from = beginning(of: &fence, device.now) else { return }
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
            due: max(device.now, confirmed.addingTimeInterval(late.seconds))
        )
    }

    mutating func reportCrossings(_ device: DeviceConditions) {
        guard isMonitoring else { return }
        let now = device.now
        let isDue = fences.values.contains { $0.plan.map { $0.due <= now } ?? false }
        guard isDue else { return }
        // Smaller regions first.
        for fence in sortedFences {
            guard let plan = fence.plan, plan.due <= now else { continue }
            if behavior.crossingsNeedNetwork, !hasNetwork {
                fences[fence.key]?.plan?.due = .distantFuture
                if fence.condition == nil {
                    outbox.append(
                        .call(nil, .failed(fence.region, .regionMonitoringResponseDelayed))
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
                cross(fence.key, at: plan.confirmed, device)
            }
            self.plan(fence.key, device)
        }
    }

    /// Reports the crossings that waited for a network connection.
    mutating func releaseDelayedCrossings(_ device: DeviceConditions) {
        for key in fences.keys where fences[key]?.plan?.due == .distantFuture {
            fences[key]?.plan?.due = device.now
        }
    }

    /// The time from which the next crossing can be detected; after a missed one, not before the
    /// person returned.
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

    /// Records a believed crossing of a circle.
    mutating func cross(_ key: Fence.Key, at date: Date, _ device: DeviceConditions) {
        guard let fence = fences[key] else { return }
        let isEntry = fence.belief != .inside
        fences[key]?.belief = isEntry ? .inside : .outside
        counters.crossingsNoticed += 1
        record(.noticed(isEntry: isEntry), of: fence)
        lastFix = makeFix(device.now) ?? lastFix
        if fence.condition != nil { return postCondition(key, date: date, device) }
        if isEntry ? fence.region.notifyOnEntry : fence.region.notifyOnExit {
            post(.crossing(fence.region, isEntry: isEntry), device)
        } else if !behavior.statesFollowNotifyFlags {
            outbox.append(.call(nil, .state(fence.region, isEntry ? .inside : .outside)))
        }
    }
}
