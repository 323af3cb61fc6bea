public import Foundation

/// A protocol that describes how a type interacts with transport APIs such as drag and drop or
/// copy and paste.
///
/// Apple's protocol also asks for a representation; the types here bring theirs.
public protocol Transferable: Sendable {}

extension String: Transferable {}

extension URL: Transferable {}

extension Data: Transferable {}

extension AttributedString: Transferable {}
