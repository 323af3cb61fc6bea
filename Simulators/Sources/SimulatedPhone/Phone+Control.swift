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
        callServices { $0.didLock() }
        callServices { $0.conditionsDidChange() }
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
        callServices { $0.didUnlock(isFirst: isFirst) }
        callServices { $0.conditionsDidChange() }
    }

    /// The person picks the device up without unlocking it: it is no longer idle.
    public func pickUp() { setInUse(true) }

    /// The person puts the device down without locking it.
    public func putDown() { setInUse(false) }

    private func setInUse(_ isInUse: Bool) {
        state.withLock { $0.isInUse = isInUse }
        callServices { $0.conditionsDidChange() }
    }

    /// Reboots the device, as after an update: it is on, locked, and runs no process.
    public func reboot() {
        powerOff()
        powerOn()
    }

    /// Turns the device off, as with an empty battery: all memory is lost.
    public func powerOff() {
        end()
        state.withLock { $0.isPoweredOn = false }
    }

    /// Turns the device on, locked before first unlock.
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
        if didBoot { callServices { $0.didReboot() } }
    }

    /// Launches the app's process, or moves it to the state that the reason requires.
    ///
    /// A launch by the user brings it to the foreground; any other reason runs it in the background
    /// for ``backgroundRuntime`` or ``locationRuntime``. An existing process continues.
    public func launch(_ reason: LaunchReason) {
        precondition(
            isPoweredOn,
            "A phone that is off cannot launch the app: call powerOn() first."
        )
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
            callServices { $0.processDidLaunch(generation: generation, reason: reason) }
            deliver(to: generation, after: launchRuntime) { self.finishLaunching() }
        }
        switch reason {
        case .user: enter(.foreground)
        case .location: allowBackgroundTime(for: locationRuntime)
        case .backgroundTask: allowBackgroundTime(for: taskLaunchRuntime)
        default: allowBackgroundTime()
        }
    }

    /// Ends the app's launch: `didFinishLaunchingWithOptions` returned.
    ///
    /// Happens automatically ``launchRuntime`` after the launch.
    public func finishLaunching() {
        let didFinish = state.withLock { state in
            defer { state.isLaunching = false }
            return state.isLaunching && state.process != .notRunning
        }
        if didFinish { callServices { $0.processDidFinishLaunching() } }
    }

    /// The app leaves the foreground and runs for a limited time.
    public func enterBackground() {
        guard process == .foreground else { return }
        allowBackgroundTime(for: leavingRuntime)
        enter(.background)
    }

    /// Suspends the process; calls to it wait until it resumes.
    ///
    /// A resource that ``onSuspend`` reports as held ends the process.
    public func suspend() {
        guard process.isRunning else { return }
        if let held = onSuspend?() { return kill(.heldWhileSuspended, held) }
        enter(.suspended)
    }

    /// Terminates the process, as under memory pressure.
    public func terminate() {
        end()
    }

    /// The person force-quits the app.
    public func forceQuit() {
        state.withLock { $0.wasForceQuit = true }
        end()
    }
}
