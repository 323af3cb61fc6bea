// _Testing_UIKit: swift-testing's overlay for UIKit. The compiler imports it by this name in a file
// that imports both modules. On Apple's platforms it attaches images to tests; here it is empty.

@_exported public import UIKit
