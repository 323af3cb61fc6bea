/// A simulated framework's part in the system: it outlives the app's process.
///
/// The phone calls these after the change, without a lock held.
package protocol PhoneService: AnyObject, Sendable {
    /// A process began; `generation` numbers it.
    func processDidLaunch(generation: Int, reason: LaunchReason)
    /// The app has done what it does at its launch.
    func processDidFinishLaunching()
    /// What the process does changed, within one generation.
    func processDidChange(to process: AppProcess)
    /// The process is gone, with every object in it.
    func processDidEnd(generation: Int)
    /// The phone was locked.
    func didLock()
    /// The phone was unlocked; whether for the first time since it started.
    func didUnlock(isFirst: Bool)
    /// The phone started anew, and is locked.
    func didReboot()
    /// Something changed that decides about running in the background: a switch, the power, the
    /// network, whether the device is in use.
    func conditionsDidChange()
    /// Another service that kept the process running does so no more.
    func processWasReleased()
    /// Whether the process goes on in the background for this service's sake.
    var keepsProcessRunning: Bool { get }
}

extension PhoneService {
    package func processDidLaunch(generation: Int, reason: LaunchReason) {}
    package func processDidFinishLaunching() {}
    package func processDidChange(to process: AppProcess) {}
    package func processDidEnd(generation: Int) {}
    package func didLock() {}
    package func didUnlock(isFirst: Bool) {}
    package func didReboot() {}
    package func conditionsDidChange() {}
    package func processWasReleased() {}
    package var keepsProcessRunning: Bool { false }
}
