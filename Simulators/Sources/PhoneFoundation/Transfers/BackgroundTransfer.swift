public import Foundation
public import SimulatedPhone
import Synchronization

public import struct FoundationNetworking.URLRequest

/// An upload that the system of a simulated phone has begun: whoever plays the network carries it
/// out and says what became of it.
public struct BackgroundTransfer: Sendable {
    let system: TransferSystem
    let number: Int
    /// What is sent.
    public let request: URLRequest
    /// The file's content.
    public let body: Data
    /// What the app calls it.
    public let description: String?

    /// An answer came, whatever it says.
    public func succeed() { system.end(number, nil) }

    /// The connection broke: the system tries again when there is a network.
    public func interrupt() { system.interrupt(number) }
}

extension Phone {
    /// Called with each upload that begins; without it all wait.
    ///
    /// Uploads begin when there is a network, and go on whatever becomes of the app, unless the
    /// person swipes it away.
    public var onBackgroundTransfer: (@Sendable (BackgroundTransfer) -> Void)? {
        get { TransferSystem.of(self).carry }
        set { TransferSystem.of(self).carry = newValue }
    }

    /// What the app calls the uploads that wait or are under way.
    public var backgroundTransfers: [String] { TransferSystem.of(self).names }
}
