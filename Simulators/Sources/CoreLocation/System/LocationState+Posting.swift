import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

// Delivery of events to the app.
extension LocationState {
    /// The recipients of an event.
    enum Recipients: Sendable {
        case managers([ManagerLink])
        case monitor(MonitorPort, CLMonitor.Event)
    }

    mutating func post(_ event: LocationEvent, _ device: DeviceConditions) {
        let item = PendingEvent(number: nextNumber(), event: event)
        if case .crossing(let region, let isEntry) = event {
            record(.posted(item.number, isEntry: isEntry), region.identifier)
        }
        if loseNext > 0 || happens(behavior.lostShare) {
            loseNext = max(0, loseNext - 1)
            return lose(item)
        }
        if permission.grant == .provisional, device.process != .foreground {
            ask(.confirmation)
            if behavior.provisionalDelaysEvents {
                unconfirmed.append(item)
                return limitQueues()
            }
        }
        enqueue(item, device)
    }

    /// Counts an event that is never delivered, and records it if it is a crossing.
    mutating func lose(
        _ item: PendingEvent,
        as outcome: (Int) -> RegionRecord.Kind = RegionRecord.Kind.lost
    ) {
        counters.eventsLost += 1
        if case .crossing(let region, _) = item.event {
            record(outcome(item.number), region.identifier)
        }
    }

    private mutating func enqueue(_ item: PendingEvent, _ device: DeviceConditions) {
        let number = item.number
        pending.append(item)
        limitQueues()
        switch device.process {
        case .foreground, .background: outbox += [.flush, .expire(number)]
        case .suspended:
            guard mayWake(device) else { return }
            if !outbox.contains(where: \.isResume) {
                counters.resumes += 1
                outbox.append(.resume)
            }
            outbox += [.flush, .expire(number)]
        case .notRunning:
            if mayLaunch(device) {
                if !outbox.contains(where: \.isLaunch) {
                    counters.launches += 1
                    outbox.append(.launch)
                }
                outbox.append(.expire(number))
            } else {
                expire(number)
            }
        }
    }

    private mutating func limitQueues() {
        if pending.count > Self.pendingLimit { lose(pending.removeFirst()) }
        if unconfirmed.count > Self.pendingLimit { lose(unconfirmed.removeFirst()) }
    }

    private func mayWake(_ device: DeviceConditions) -> Bool {
        permission.status == .authorizedAlways && device.isPoweredOn
            && device.hasUnlockedSinceBoot
            && (device.isBackgroundRefreshOn || behavior.wakesWithoutBackgroundRefresh)
    }

    private func mayLaunch(_ device: DeviceConditions) -> Bool {
        mayWake(device)
            && (!device.wasForceQuit || behavior.forceQuit == .relaunch)
    }

    /// Drops an event that was not accepted.
    mutating func expire(_ number: Int) {
        guard behavior.unclaimedEvents == .lost,
            let index = pending.firstIndex(where: { $0.number == number })
        else { return }
        lose(pending.remove(at: index), as: RegionRecord.Kind.expired)
    }

    /// Offers pending events to a process that started or resumed; they must be accepted in time.
    mutating func offerPending() {
        guard !pending.isEmpty else { return }
        outbox.append(.flush)
        for event in pending { outbox.append(.expire(event.number)) }
    }

    /// The first pending event that the process accepts.
    ///
    /// - `ready`: the managers of the process that have a delegate.
    mutating func takePending(_ ready: Set<Int>) -> (LocationEvent, Recipients)? {
        for (index, item) in pending.enumerated() {
            guard let recipients = recipients(of: item.event, ready) else { continue }
            pending.remove(at: index)
            if case .monitor(let port, _) = recipients, port.isSilent(behavior) {
                lose(item)
                return takePending(ready)
            }
            counters.eventsDelivered += 1
            if case .crossing(let region, _) = item.event {
                record(.delivered(item.number), region.identifier)
            }
            return (item.event, recipients)
        }
        return nil
    }

    private func recipients(of event: LocationEvent, _ ready: Set<Int>) -> Recipients? {
        if case .condition(let name, let event) = event {
            guard let port = ports[name], port.isListening,
                !requiresServiceSession || !sessions.isEmpty
            else { return nil }
            return .monitor(port, event)
        }
        let links = managers.values
            .filter { manager in
                guard ready.contains(manager.number) else { return false }
                return switch event {
                case .significant: manager.wantsSignificant || !behavior.significantNeedsRestart
                case .visit: manager.wantsVisits || !behavior.significantNeedsRestart
                default: true
                }
            }
            .sorted { $0.number < $1.number }
            .map(\.link)
        return links.isEmpty ? nil : .managers(links)
    }

    /// The person confirmed or revoked the provisional authorization.
    mutating func settleUnconfirmed(_ device: DeviceConditions) {
        guard permission.grant != .provisional, !unconfirmed.isEmpty else { return }
        let events = unconfirmed
        unconfirmed = []
        if permission.status == .authorizedAlways {
            for event in events { enqueue(event, device) }
        } else {
            for event in events { lose(event) }
        }
    }
}

extension LocationAction {
    var isResume: Bool { if case .resume = self { true } else { false } }
    var isLaunch: Bool { if case .launch = self { true } else { false } }
}
