import Foundation
import Hummingbird
import NIOCore
import SimulationKit

/// Passes commands of the page to the simulation, and records them.
actor PhoneServerSession {
    private let pace: PacedSimulation
    private let perform: @MainActor @Sendable (WorldCommand) throws -> Void
    private let recording: Recording?

    /// - `perform`: performs a command on the simulation's thread.
    init(
        pace: PacedSimulation,
        recording: Recording?,
        perform: @escaping @MainActor @Sendable (WorldCommand) throws -> Void
    ) {
        self.pace = pace
        self.recording = recording
        self.perform = perform
    }

    /// Performs a command; the answer says why it was not possible.
    func answer(_ command: WorldCommand) async -> Response {
        let perform = perform
        let recording = recording
        let failure: String? = await pace.result { simulation in
            MainActor.assumeIsolated {
                do {
                    // Before it, so that a command that ends the program is kept, too.
                    try recording?.append(command, at: simulation.now)
                    try perform(command)
                    return nil
                } catch {
                    return "\(error)"
                }
            }
        }
        return failure.map { Self.refusal($0) } ?? Response(status: .noContent)
    }

    /// An answer that says why a command is not possible.
    static func refusal(_ message: String) -> Response {
        // Encoding a text cannot fail.
        let json = (try? JSONEncoder().encode(["message": message])) ?? Data()
        return Response(
            status: .conflict,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json))
        )
    }
}
