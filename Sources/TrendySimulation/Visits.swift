import SimulationKit
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

/// What an app does with crossings while its process lives.
struct Visits {
    private let process: SimulatedDevice.Process

    init(_ process: SimulatedDevice.Process) {
        self.process = process
    }

    private var world: World { process.device.world }

    func run() async {
        var open: [EntityID: EntityID] = [:]
        for await crossing in process.device.regions.crossings() {
            guard process.isAlive else { return }
            switch crossing.direction {
            case .entry: open[crossing.geofenceID] = await enter(crossing)
            case .exit:
                guard let visit = open.removeValue(forKey: crossing.geofenceID) else { continue }
                // A visit that somebody deleted meanwhile, or a disk that fails: it stays open.
                try? await process.engine.recordGeofenceEvent.exited(visit, at: crossing.instant)
            }
        }
    }

    private func enter(_ crossing: RegionCrossing) async -> EntityID? {
        let device = process.device
        let creation = world.model.begin(
            Model.Creation(account: process.account, device: device.name, word: "a visit")
        )
        do {
            let visit = try await process.engine.recordGeofenceEvent.entered(
                crossing.geofenceID,
                at: crossing.instant
            )
            guard process.isAlive else { return nil }
            world.marks.reached(.placeVisited)
            world.model.end(creation: creation, .acknowledged, entity: visit)
            world.simulation.log("\(device.name) visits as \(visit)")
            return visit
        } catch {
            world.model.end(creation: creation, error is StoreError ? .refused : .unknown)
            return nil
        }
    }
}
