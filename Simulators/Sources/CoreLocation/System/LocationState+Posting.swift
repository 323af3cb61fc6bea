import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

// How events reach the app, or do not.
extension LocationState {
    /// Who takes an event.
    enum Takers: Sendable {
        case managers([ManagerLink])
        case monitor(MonitorPort, CLMonitor.Event)
    }

    mutating func post(_ event: LocationEvent, _ circumstances: Circumstances) {
        let item = PendingEvent(number: nextNumber(), event: event)
        if case .crossing(let region, let isEntry) = event {
            record(.posted(item.number, isEntry: isEntry), region.identifier)
        }
        if loseNext > 0 || happens(behavior.lostShare) {
            loseNext = max(0, loseNext - 1)
            return lose(item)
        }
        if permission.grant == .provisional, circumstances.process != .foreground {
            ask(.confirmation)
            if behavior.provisionalDelaysEvents {
                unconfirmed.append(item)
                return limitQueues()
            }
        }
        enqueue(item, circumstances)
    }

    /// Counts an event that never reaches the app, and notes it where it is a crossing.
    mutating func lose(
        _ item: PendingEvent,
        as outcome: (Int) -> RegionRecord.Kind = RegionRecord.Kind.lost
    ) {
        counters.eventsLost += 1
        if case .crossing(let region, _) = item.event {
            record(outcome(item.number), region.identifier)
        }
    }

    private mutating func enqueue(_ item: PendingEvent, _ circumstances: Circumstances) {
        let number = item.number
        pending.append(item)
        limitQueues()
        switch circumstances.process {
        case .foreground, .background: outbox += [.flush, .expire(number)]
        case .suspended:
            guard mayWake(circumstances) else { return }
            if !outbox.contains(where: \.isResume) {
                counters.resumes += 1
                outbox.append(.resume)
            }
            outbox += [.flush, .expire(number)]
        case .notRunning:
            if mayLaunch(circumstances) {
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

    private func mayWake(_ circumstances: Circumstances) -> Bool {
        permission.status == .authorizedAlways && circumstances.isPoweredOn
            && circumstances.hasUnlockedSinceBoot
            && (circumstances.isBackgroundRefreshOn || behavior.wakesWithoutBackgroundRefresh)
    }

    private func mayLaunch(_ circumstances: Circumstances) -> Bool {
        mayWake(circumstances)
            && (!circumstances.wasForceQuit || behavior.forceQuit == .relaunch)
    }

    /// Gives an event up that nobody took.
    mutating func expire(_ number: Int) {
        guard behavior.unclaimedEvents == .lost,
            let index = pending.firstIndex(where: { $0.number == number })
        else { return }
        lose(pending.remove(at: index), as: RegionRecord.Kind.expired)
    }

    /// The process goes on, or began: what waits for it must be taken in time.
    mutating func offerPending() {
        guard !pending.isEmpty else { return }
        outbox.append(.flush)
        for event in pending { outbox.append(.expire(event.number)) }
    }

    /// The first pending event that somebody in the process takes.
    ///
    /// - `ready`: managers of the process that have a delegate.
    mutating func takePending(_ ready: Set<Int>) -> (LocationEvent, Takers)? {
        for (index, item) in pending.enumerated() {
            guard let takers = takers(of: item.event, ready) else { continue }
            pending.remove(at: index)
            if case .monitor(let port, _) = takers, port.isSilent(behavior) {
                lose(item)
                return takePending(ready)
            }
            counters.eventsDelivered += 1
            if case .crossing(let region, _) = item.event {
                record(.delivered(item.number), region.identifier)
            }
            return (item.event, takers)
        }
        return nil
    }

    private func takers(of event: LocationEvent, _ ready: Set<Int>) -> Takers? {
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

    /// The person confirmed what was provisional, or took it back.
    mutating func settleUnconfirmed(_ circumstances: Circumstances) {
        guard permission.grant != .provisional, !unconfirmed.isEmpty else { return }
        let events = unconfirmed
        unconfirmed = []
        if permission.status == .authorizedAlways {
            for event in events { enqueue(event, circumstances) }
        } else {
            for event in events { lose(event) }
        }
    }
}

extension LocationAct {
    var isResume: Bool { if case .resume = self { true } else { false } }
    var isLaunch: Bool { if case .launch = self { true } else { false } }
}
