import SwiftUI

/// The root of the window.
///
/// The delegate has started the app before the first frame, so that no other
/// screen flashes up.
struct LaunchView: View {
    let delegate: AppDelegate

    var body: some View {
        if let app = delegate.trendy {
            RootView(app: app)
        } else {
            LaunchScreen()
        }
    }
}
