import SimulationKit

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

    init(_ world: World, name: String, random: SplitMix64) {
        self.world = world
        self.name = name
        self.random = random
    }

    /// Removes all faults.
    func clearFaults() { (isPartitioned, losesResponses, isInPortal) = (false, false, false) }
}
