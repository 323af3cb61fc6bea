// As Apple's SwiftUI does: a file with views needs no other import for a date or an observable.

@_exported public import Foundation
@_exported public import Observation
@_exported public import UIKit
