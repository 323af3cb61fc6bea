import Testing

// The test waits for a free thread while the other simulations run.
@Suite("The time limit of the simulation", .timeLimit(.minutes(40)))
struct TimeLimitTests {
    @Test("With --minutes, no seed is started after that time")
    func minutes() async throws {
        let run = try await Simulator.run(
            "--seeds",
            "0..<1000000",
            "--days",
            "1",
            "--devices",
            "1",
            "--minutes",
            "0.02"
        )

        #expect(run.code == 0, "\(run.text)")
        let seeds = run.text.split(separator: " ").first.flatMap { Int($0) }
        #expect((1..<100).contains(seeds ?? 0), "\(run.text)")
    }
}
