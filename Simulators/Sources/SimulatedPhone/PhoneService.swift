/// The system side of a simulated framework, which outlives the app's process.
///
/// The phone calls these methods after each change, without a lock held.
package protocol PhoneService: AnyObject, Sendable {
    /// A process started; `generation` is its number.
    func processDidLaunch(generation: Int, reason: LaunchReason)
    /// The app's launch ended.
    func processDidFinishLaunching()
    /// The state of the process changed, within one generation.
    func processDidChange(to process: AppProcess)
    /// The process ended, with all its objects.
    func processDidEnd(generation: Int)
    /// The phone was locked.
    func didLock()
    /// The phone was unlocked; `isFirst` after its start.
    func didUnlock(isFirst: Bool)
    /// The phone rebooted, and is locked.
    func didReboot()
    /// A condition for background execution changed: a setting, the power, the network, or the use
    /// of the device.
    func conditionsDidChange()
    /// Another service no longer keeps the process running.
    func processWasReleased()
    /// Whether this service keeps the process running in the background.
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
