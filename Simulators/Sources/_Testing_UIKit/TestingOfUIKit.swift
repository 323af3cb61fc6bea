// _Testing_UIKit: swift-testing's overlay for UIKit, which the compiler asks for by this name where
// a file imports both. On Apple's platforms it attaches pictures to tests; here there are none.

@_exported public import UIKit
