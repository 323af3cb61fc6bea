package import TrendyModel

// Locating the device for a person, who adds a place where they are.
extension GeofenceMonitor {
    /// The maximum time to wait for a fix.
    static let locationTime = Duration.seconds(15)

    /// Locates the device once, unless the system's last fix is recent and accurate.
    ///
    /// It requests no authorization.
    ///
    /// - Returns: a fix of the last 30 s; `nil` when the device could not be located within 15 s,
    ///   or the app may not use its location.
    package func locate() async -> Fix? {
        let conditions = monitor.conditions()
        guard [.always, .whenInUse].contains(conditions.authorization) else { return nil }
        if let fix = monitor.lastFix(), isCurrent(fix) { return fix }
        let (answers, listener) = AsyncStream.makeStream(of: Fix?.self)
        locationRequests += 1
        let number = locationRequests
        locationListeners[number] = listener
        defer { locationListeners[number] = nil }
        monitor.requestFix()
        return await firstAnswer(of: answers)
    }

    private func firstAnswer(of answers: AsyncStream<Fix?>) async -> Fix? {
        await withTaskGroup(of: Fix?.self) { [clock = dependencies.clock] group in
            group.addTask {
                for await fix in answers { return fix }
                return nil
            }
            group.addTask {
                // The group cancels the sleep after an answer; its error carries no information.
                try? await clock.sleep(for: Self.locationTime)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// Delivers the answer of the system to those who wait for it.
    func answerLocationRequests(_ signal: RegionSignal) {
        switch signal.kind {
        case .fix:
            let fix = signal.fix.flatMap { isCurrent($0) ? $0 : nil }
            for listener in locationListeners.values { listener.yield(fix) }
        case .noFix:
            for listener in locationListeners.values { listener.yield(nil) }
        case .crossing, .state, .failure, .authorization: return
        }
    }

    private func isCurrent(_ fix: Fix) -> Bool {
        let age = dependencies.wallClock.now() - fix.instant
        return age <= Self.maximumFixAge && fix.accuracy >= 0
            && fix.accuracy <= Self.maximumUncertainty
    }
}
