/// An identifier that the source gave.
public let HKMetadataKeyExternalUUID = "HKExternalUUID"
/// The name of the time zone the person was in.
public let HKMetadataKeyTimeZone = "HKTimeZone"
/// Whether the person typed it in.
public let HKMetadataKeyWasUserEntered = "HKWasUserEntered"
/// What identifies a piece of data over its versions.
public let HKMetadataKeySyncIdentifier = "HKMetadataKeySyncIdentifier"
/// Which version of a piece of data it is.
public let HKMetadataKeySyncVersion = "HKMetadataKeySyncVersion"
/// Whether a workout was inside.
public let HKMetadataKeyIndoorWorkout = "HKIndoorWorkout"
/// How the person moved when the heart rate was measured.
public let HKMetadataKeyHeartRateMotionContext = "HKMetadataKeyHeartRateMotionContext"
/// The serial number of the device.
public let HKMetadataKeyDeviceSerialNumber = "HKDeviceSerialNumber"
/// The name of the device.
public let HKMetadataKeyDeviceName = "HKDeviceName"
/// Who made the device.
public let HKMetadataKeyDeviceManufacturerName = "HKDeviceManufacturerName"
/// The average effort.
public let HKMetadataKeyAverageMETs = "HKAverageMETs"
/// How far a workout went up.
public let HKMetadataKeyElevationAscended = "HKElevationAscended"
/// How far a workout went down.
public let HKMetadataKeyElevationDescended = "HKElevationDescended"
/// The temperature during a workout.
public let HKMetadataKeyWeatherTemperature = "HKWeatherTemperature"
/// The humidity during a workout.
public let HKMetadataKeyWeatherHumidity = "HKWeatherHumidity"
/// The brand of a workout.
public let HKMetadataKeyWorkoutBrandName = "HKWorkoutBrandName"
/// The length of a lap.
public let HKMetadataKeyLapLength = "HKLapLength"
/// Whether the workout was one of a group.
public let HKMetadataKeyGroupFitness = "HKGroupFitness"
