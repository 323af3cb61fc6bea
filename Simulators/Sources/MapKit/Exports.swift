// As Apple's MapKit does: a file with a map needs no other import for a coordinate.

@_exported public import CoreLocation
