@testable import TrendySimulation

func report(_ reported: Int, butHolds held: Int, _ device: SimulatedDevice) {
    let world = device.world
    // Example of docs/how-to/add-a-checker.md:
    if reported != held {
        world.violate("status", "\(device.name) reports \(reported) pending, but has \(held)")
    }
    // End of the example.
}
