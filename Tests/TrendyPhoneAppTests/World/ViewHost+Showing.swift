import SimulatedSwiftUI
import Testing

extension ViewHost {
    /// Taps the innermost element that shows a text, such as a row by its title.
    func tap(showing text: String) throws {
        let element = try #require(
            screen.elements.last { element in
                element.actions.contains("activate")
                    && element.flattened.contains { $0.text == text }
            },
            "Nothing to tap shows \(text): \(screen.outline)"
        )
        try tap(element.label)
    }

    /// The element with a name.
    func element(named label: String) throws -> ScreenNode {
        try #require(
            screen.elements.last { $0.label == label },
            "Nothing is named \(label): \(screen.outline)"
        )
    }
}
