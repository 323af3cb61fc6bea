import SwiftUI

// Not an `@main` attribute: on Linux the app is a library without an entry point, and only this file is left out there.
TrendyPhone.main()
