/// A type that represents the structure and behavior of an app.
@MainActor
@preconcurrency
public protocol App {
    /// The type of scene representing the content of the app.
    associatedtype Body: Scene

    /// The content and behavior of the app.
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }

    /// Creates an instance of the app using the body that you define for its content.
    @MainActor @preconcurrency init()
}

extension App {
    /// Initializes and runs the app.
    ///
    /// Traps: the app runs in a host of module SimulatedSwiftUI, which shows its first scene.
    @MainActor @preconcurrency
    public static func main() {
        preconditionFailure("\(Self.self) runs in a host: make a ViewHost of the app.")
    }
}
