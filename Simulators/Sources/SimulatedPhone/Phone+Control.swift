import Synchronization

extension Phone {
    /// Locks the device.
    public func lock() {
        let now = timeline.now
        let didLock = state.withLock { state in
            guard state.isPoweredOn, state.lockedSince == nil else { return false }
            state.lockedSince = now
            state.isInUse = false
            return true
        }
        guard didLock else { return }
        tellServices { $0.didLock() }
        tellServices { $0.conditionsDidChange() }
    }

    /// Unlocks the device with its passcode.
    public func unlock() {
        let isFirst: Bool? = state.withLock { state in
            guard state.isPoweredOn, state.lockedSince != nil else { return nil }
            let isFirst = !state.hasUnlockedSinceBoot
            state.lockedSince = nil
            state.isInUse = true
            state.hasUnlockedSinceBoot = true
            return isFirst
        }
        guard let isFirst else { return }
        tellServices { $0.didUnlock(isFirst: isFirst) }
        tellServices { $0.conditionsDidChange() }
    }

    /// The person takes the device into their hand, without unlocking it: it is idle no more.
    public func pickUp() { setInUse(true) }

    /// The person lays the device aside, without locking it.
    public func putDown() { setInUse(false) }

    private func setInUse(_ isInUse: Bool) {
        state.withLock { $0.isInUse = isInUse }
        tellServices { $0.conditionsDidChange() }
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
            state.isInUse = false
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
        let now = timeline.now
        if reason == .user {
            state.withLock { state in
                state.wasForceQuit = false
                state.isInUse = true
                state.lastUse = now
            }
        }
        let generation: Int? = state.withLock { state in
            guard state.process == .notRunning else { return nil }
            state.generation += 1
            state.process = .background
            state.isLaunching = true
            return state.generation
        }
        if let generation {
            tellServices { $0.processDidLaunch(generation: generation, reason: reason) }
            deliver(to: generation, after: launchRuntime) { self.finishLaunching() }
        }
        switch reason {
        case .user: enter(.foreground)
        case .location: allowBackgroundTime(for: locationRuntime)
        case .backgroundTask: allowBackgroundTime(for: taskLaunchRuntime)
        default: allowBackgroundTime()
        }
    }

    /// The app has done what it does at its launch: `didFinishLaunchingWithOptions` returned.
    ///
    /// Happens by itself ``launchRuntime`` after the launch.
    public func finishLaunching() {
        let didFinish = state.withLock { state in
            defer { state.isLaunching = false }
            return state.isLaunching && state.process != .notRunning
        }
        if didFinish { tellServices { $0.processDidFinishLaunching() } }
    }

    /// The app leaves the screen and still runs for a while.
    public func enterBackground() {
        guard process == .foreground else { return }
        allowBackgroundTime(for: leavingRuntime)
        enter(.background)
    }

    /// Freezes the process; what is meant for it waits until it runs again.
    ///
    /// What ``onSuspend`` says that it holds is its end.
    public func suspend() {
        guard process.isRunning else { return }
        if let held = onSuspend?() { return kill(.heldWhileSuspended, held) }
        enter(.suspended)
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
