public import Foundation
public import SimulatedPhone
import Synchronization

public import struct FoundationNetworking.URLRequest

/// An upload that the simulated system has started.
///
/// The code that simulates the network performs it and reports its outcome.
public struct BackgroundTransfer: Sendable {
    let system: TransferSystem
    let number: Int
    /// The request.
    public let request: URLRequest
    /// The content of the file.
    public let body: Data
    /// The app's task description.
    public let description: String?

    /// Reports that a response was received, whatever its status.
    public func succeed() { system.end(number, nil) }

    /// Reports a lost connection; the system retries when a network is available.
    public func interrupt() { system.interrupt(number) }
}

extension Phone {
    /// Called with each upload that starts; without it all uploads wait.
    ///
    /// Uploads start when a network is available, and continue when the app ends, unless the person
    /// force-quits it.
    public var onBackgroundTransfer: (@Sendable (BackgroundTransfer) -> Void)? {
        get { TransferSystem.of(self).carry }
        set { TransferSystem.of(self).carry = newValue }
    }

    /// The task descriptions of the uploads that are waiting or in progress.
    public var backgroundTransfers: [String] { TransferSystem.of(self).names }
}
