import SwiftUI
import TrendyAppSupport

/// The screen of a sheet.
struct SheetView: View {
    let sheet: MainSheet
    let models: AccountModels

    var body: some View {
        switch sheet {
        case .gallery: Gallery()
        }
    }
}
