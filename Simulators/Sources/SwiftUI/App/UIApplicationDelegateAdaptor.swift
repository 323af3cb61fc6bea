public import Foundation
public import Observation
public import UIKit

/// A property wrapper type that you use to create a UIKit app delegate.
///
/// The delegate is created with the app. The host calls its methods.
@MainActor
@preconcurrency
@propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate> {
    private let delegate: DelegateType

    /// Creates a UIKit app delegate adaptor.
    public init(_ delegateType: DelegateType.Type = DelegateType.self) {
        delegate = delegateType.init()
    }

    /// The underlying app delegate.
    public var wrappedValue: DelegateType { delegate }
}

extension UIApplicationDelegateAdaptor where DelegateType: Observable {
    /// A projection of the delegate that provides bindings.
    public var projectedValue: Bindable<DelegateType> { Bindable(delegate) }
}

extension UIApplicationDelegateAdaptor: DynamicProperty {}

package enum ApplicationDelegateKey: UpwardKey {
    package typealias Value = any UIApplicationDelegate
}

extension UIApplicationDelegateAdaptor: InstallableProperty {
    func install(on node: ViewNode, slot: Int) {
        node.setUpward(ApplicationDelegateKey.self, delegate)
    }
}
