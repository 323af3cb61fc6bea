// CoreLocation: the values of Apple's framework that workout routes are made of.

public import Foundation

/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double
/// Meters.
public typealias CLLocationDistance = Double
/// Meters; negative when unknown.
public typealias CLLocationAccuracy = Double
/// Meters a second; negative when unknown.
public typealias CLLocationSpeed = Double
/// Meters a second; negative when unknown.
public typealias CLLocationSpeedAccuracy = Double
/// Degrees from true north, clockwise; negative when unknown.
public typealias CLLocationDirection = Double
/// Degrees; negative when unknown.
public typealias CLLocationDirectionAccuracy = Double

/// The distance that stands for "as far as it goes".
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// The interval that stands for "as long as it takes".
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude
/// A coordinate that is none.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)
