import Synchronization

extension Phone {
    /// Locks the device.
    public func lock() {
        let now = timeline.now
        let didLock = state.withLock { state in
            guard state.isPoweredOn, state.lockedSince == nil else { return false }
            state.lockedSince = now
            return true
        }
        if didLock { tellServices { $0.didLock() } }
    }

    /// Unlocks the device with its passcode.
    public func unlock() {
        let isFirst: Bool? = state.withLock { state in
            guard state.isPoweredOn, state.lockedSince != nil else { return nil }
            let isFirst = !state.hasUnlockedSinceBoot
            state.lockedSince = nil
            state.hasUnlockedSinceBoot = true
            return isFirst
        }
        if let isFirst { tellServices { $0.didUnlock(isFirst: isFirst) } }
    }

    /// Starts the device anew, as after an update: it is on, locked, and runs nothing.
    public func reboot() {
        powerOff()
        powerOn()
    }

    /// The battery is empty: everything in memory is gone.
    public func powerOff() {
        end()
        state.withLock { $0.isPoweredOn = false }
    }

    /// Starts the device, locked with its passcode not given yet.
    public func powerOn() {
        let now = timeline.now
        let didBoot = state.withLock { state in
            guard !state.isPoweredOn else { return false }
            state.isPoweredOn = true
            state.lockedSince = now
            state.hasUnlockedSinceBoot = false
            return true
        }
        if didBoot { tellServices { $0.didReboot() } }
    }

    /// Starts the app's process, or brings it to where the reason asks for.
    ///
    /// Opened by the user it comes to the foreground; for every other reason it runs in the
    /// background for ``backgroundRuntime``, or ``locationRuntime``. A process that exists goes on
    /// being the same one.
    public func launch(_ reason: LaunchReason) {
        precondition(isPoweredOn, "A phone that is off launches nothing: call powerOn() first.")
        if reason == .user { state.withLock { $0.wasForceQuit = false } }
        let generation: Int? = state.withLock { state in
            guard state.process == .notRunning else { return nil }
            state.generation += 1
            state.process = .background
            return state.generation
        }
        if let generation {
            tellServices { $0.processDidLaunch(generation: generation, reason: reason) }
        }
        switch reason {
        case .user: enter(.foreground)
        case .location: allowBackgroundTime(for: locationRuntime)
        default: allowBackgroundTime()
        }
    }

    /// The app leaves the screen and still runs for a while.
    public func enterBackground() {
        guard process == .foreground else { return }
        enter(.background)
        allowBackgroundTime()
    }

    /// Freezes the process; what is meant for it waits until it runs again.
    public func suspend() {
        if process.isRunning { enter(.suspended) }
    }

    /// The system kills the process, as when memory is short.
    public func terminate() {
        end()
    }

    /// The person swipes the app away.
    public func forceQuit() {
        state.withLock { $0.wasForceQuit = true }
        end()
    }
}
