import SimulationKit
import TrendyModel
import TrendySync

/// A phone's network connection to the server, with its faults.
final class NetworkLink: @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    unowned let world: World
    /// The phone's name.
    let name: String
    var random: SplitMix64
    /// Neither requests nor responses get through.
    var isPartitioned = false
    /// Requests get through, responses do not.
    var losesResponses = false
    /// A captive portal answers every request.
    var isInPortal = false
    /// The phone has no network: open streams end and requests fail, both at once.
    var isOffline = false {
        didSet { if isOffline { cutStreams() } }
    }
    /// An additional delay of each request and response.
    var delay = Duration.zero

    init(_ world: World, name: String, random: SplitMix64) {
        self.world = world
        self.name = name
        self.random = random
    }

    private var streams: [AsyncThrowingStream<[UInt8], any Error>.Continuation] = []

    /// Remembers an open stream, which ends when the phone loses its network or the server ends.
    func opened(_ stream: AsyncThrowingStream<[UInt8], any Error>.Continuation) {
        streams.append(stream)
    }

    /// Ends the open streams as a closed connection does.
    func cutStreams() {
        for stream in streams { stream.finish(throwing: ServerUnreachable(reason: .closed)) }
        streams = []
    }

    /// Removes all faults.
    func clearFaults() { (isPartitioned, losesResponses, isInPortal) = (false, false, false) }
}
