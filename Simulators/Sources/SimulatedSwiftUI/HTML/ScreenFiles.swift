public import Foundation

/// The files that a page needs to show screens.
public enum ScreenFiles {
    /// The style sheet; `nil` if the resource is missing.
    public static let styleSheet = Bundle.module.url(
        forResource: "screen",
        withExtension: "css"
    )
    /// The script that updates a screen and reports what a person does.
    public static let script = Bundle.module.url(forResource: "screen", withExtension: "js")
}
