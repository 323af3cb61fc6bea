// UIKit: the application and device parts of Apple's framework, over a simulated phone.

public import Foundation

/// An object that responds to events.
@MainActor
open class UIResponder: NSObject {}
