// UIKit: the part of Apple's framework that tells of the app and the device, over a phone that a
// test drives.

public import Foundation

/// What can answer to events.
@MainActor
open class UIResponder: NSObject {}
