import Foundation
import SwiftUI
import TrendyAppSupport

/// The app's root view.
struct PhoneRoot: View {
    let app: TrendyApp

    var body: some View { Text("Trendy") }
}
