public import Foundation
public import SwiftUI

extension ViewHost {
    /// Turns the device: the height is compact in landscape.
    public func rotate(toLandscape isLandscape: Bool) {
        changeEnvironment { $0.verticalSizeClass = isLandscape ? .compact : .regular }
    }

    /// Sets the size of text.
    public func setTextSize(_ size: DynamicTypeSize) {
        changeEnvironment { $0.dynamicTypeSize = size }
    }

    /// Switches the language and region.
    public func setLocale(_ locale: Locale) {
        changeEnvironment { environment in
            environment.locale = locale
            environment.calendar.locale = locale
            let direction = locale.language.characterDirection
            environment.layoutDirection = direction == .rightToLeft ? .rightToLeft : .leftToRight
        }
    }

    /// Switches between the light and the dark appearance.
    public func setColorScheme(_ scheme: ColorScheme) {
        changeEnvironment { $0.colorScheme = scheme }
    }

    /// Updates until nothing changes any more and the tasks of views on the main actor wait.
    ///
    /// Work on other threads is not awaited: use `wait(until:)` for what it shows.
    public func settle() async {
        // A task that a view starts runs within a few turns of the main actor.
        var quietTurns = 0
        while quietTurns < 16 {
            if needsUpdate {
                update()
                quietTurns = 0
            } else {
                quietTurns += 1
            }
            await turn()
        }
    }

    /// Waits until the main actor has run what was due before.
    private func turn() async {
        await withCheckedContinuation { continuation in
            Task(name: "ViewHost.turn") { @MainActor in continuation.resume() }
        }
    }
}
