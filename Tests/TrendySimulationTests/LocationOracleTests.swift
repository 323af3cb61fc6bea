import Foundation
import SimulationKit
import Testing
import TrendyModel
import TrendyPlaces

@testable import TrendySimulation

@Suite("Stays along the person's true track")
struct LocationOracleTests {
    private let start = Simulation.beginning

    private func makeOracle() throws -> LocationOracle {
        var random = SplitMix64(seed: 1)
        return try #require(
            LocationOracle(&random, flights: nil, from: start, days: 1, isRestless: true)
        )
    }

    @Test("The oracle sees a person inside of a large circle when the simulated system does")
    func edge() throws {
        // Regression: a home was outside of a circle on the sphere, and inside on the plane.
        let oracle = try makeOracle()
        let home = try #require(oracle.places["Home"])
        let center = home.offset(east: -2_500, north: 1_800)
        let radius = home.distance(to: center) - 0.1
        let night = Date(start)...Date(start + .seconds(3_600))
        let circle = MonitoredRegion(identifier: "large", center: center, radius: radius)

        #expect(oracle.wasWithin(radius, of: center, night))
        #expect(oracle.stay(in: circle, at: night.upperBound) != nil)
        #expect(!oracle.wasWithin(radius - 10, of: center, night))
    }

    @Test("A person who only comes near later was within the distance")
    func arrival() throws {
        let oracle = try makeOracle()
        let night = Date(start)...Date(start + .seconds(3_600))
        let day = Date(start)...Date(start + .seconds(86_400))

        let isVisited = try ["Work", "Gym", "Shop"].map { name in
            let place = try #require(oracle.places[name])
            #expect(!oracle.wasWithin(100, of: place, night))
            return oracle.wasWithin(100, of: place, day)
        }

        #expect(isVisited.contains(true))
    }
}
