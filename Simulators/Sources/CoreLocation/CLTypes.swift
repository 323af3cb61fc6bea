// CoreLocation: the value types of Apple's framework, which workout routes use too.

public import Foundation

/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double
/// A distance in metres.
public typealias CLLocationDistance = Double
/// An accuracy in metres; negative when unknown.
public typealias CLLocationAccuracy = Double
/// A speed in metres per second; negative when unknown.
public typealias CLLocationSpeed = Double
/// An accuracy in metres per second; negative when unknown.
public typealias CLLocationSpeedAccuracy = Double
/// A direction in degrees clockwise from true north; negative when unknown.
public typealias CLLocationDirection = Double
/// An accuracy in degrees; negative when unknown.
public typealias CLLocationDirectionAccuracy = Double

/// The distance that means "no limit".
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// The interval that means "no limit".
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude
/// An invalid coordinate.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)
