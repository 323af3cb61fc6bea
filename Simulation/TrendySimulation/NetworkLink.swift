import SimulationKit

/// A phone's way to the server, and what is wrong with it.
final class NetworkLink: @unchecked Sendable {
    // Unchecked: a simulation is one thread, and nothing else holds this.

    unowned let world: World
    /// The phone's name.
    let name: String
    var random: SplitMix64
    /// Neither requests nor answers get through.
    var isPartitioned = false
    /// Requests get through, answers do not.
    var isDeaf = false
    /// A captive portal answers everything.
    var isInPortal = false

    init(_ world: World, name: String, random: SplitMix64) {
        self.world = world
        self.name = name
        self.random = random
    }

    /// Nothing is wrong with it any more.
    func heal() { (isPartitioned, isDeaf, isInPortal) = (false, false, false) }
}
