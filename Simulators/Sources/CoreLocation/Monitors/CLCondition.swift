/// A condition that a monitor can watch.
@available(iOS 17.0, macOS 14.0, *)
public protocol CLCondition: Decodable, Encodable, Sendable {}
