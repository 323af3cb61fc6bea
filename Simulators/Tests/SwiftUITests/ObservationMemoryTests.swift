import Foundation
import Observation
import SimulatedSwiftUI
import SwiftUI
import Testing

@Suite("Memory of observation")
struct ObservationMemoryTests {
    @MainActor
    @Observable
    fileprivate final class Model {
        var changing = 0
        var fixed = "fixed"
    }

    private struct Parent: View {
        let model: Model

        var body: some View {
            Text(verbatim: "\(model.changing)")
            Child(model: model)
        }
    }

    private struct Child: View {
        let model: Model

        var body: some View {
            Text(verbatim: model.fixed)
        }
    }

    /// Resident memory of this process, in bytes.
    private static func residentBytes() throws -> Int {
        let statm = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = try #require(statm.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    @MainActor
    private static func update(_ host: ViewHost, _ model: Model, times: Int) {
        for _ in 0..<times {
            model.changing += 1
            host.update()
        }
    }

    // In a process of its own: other tests allocate as well.
    @Test("100,000 evaluations that observe what never changes keep less than 1 MiB")
    func registrationsAreReleased() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let model = Model()
                let host = ViewHost(Parent(model: model))
                Self.update(host, model, times: 2_000)
                let before = try Self.residentBytes()
                Self.update(host, model, times: 100_000)
                let growth = try Self.residentBytes() - before
                #expect(host.screen.contains("102000"))
                #expect(growth < 1 << 20, "The memory grew by \(growth) bytes.")
            }
        }
    }
}
