/// An identifier assigned by the source.
public let HKMetadataKeyExternalUUID = "HKExternalUUID"
/// The name of the time zone at recording.
public let HKMetadataKeyTimeZone = "HKTimeZone"
/// Whether the person entered the sample by hand.
public let HKMetadataKeyWasUserEntered = "HKWasUserEntered"
/// The identifier that versions of a sample share.
public let HKMetadataKeySyncIdentifier = "HKMetadataKeySyncIdentifier"
/// The version of a sample with a sync identifier.
public let HKMetadataKeySyncVersion = "HKMetadataKeySyncVersion"
/// Whether a workout was indoors.
public let HKMetadataKeyIndoorWorkout = "HKIndoorWorkout"
/// The motion context of a heart-rate sample.
public let HKMetadataKeyHeartRateMotionContext = "HKMetadataKeyHeartRateMotionContext"
/// The serial number of the device.
public let HKMetadataKeyDeviceSerialNumber = "HKDeviceSerialNumber"
/// The name of the device.
public let HKMetadataKeyDeviceName = "HKDeviceName"
/// The manufacturer of the device.
public let HKMetadataKeyDeviceManufacturerName = "HKDeviceManufacturerName"
/// The average metabolic equivalent.
public let HKMetadataKeyAverageMETs = "HKAverageMETs"
/// The elevation gain of a workout.
public let HKMetadataKeyElevationAscended = "HKElevationAscended"
/// The elevation loss of a workout.
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
/// Whether a menstrual flow begins a cycle; such samples need it.
public let HKMetadataKeyMenstrualCycleStart = "HKMenstrualCycleStart"
/// Whether protection was used.
public let HKMetadataKeySexualActivityProtectionUsed = "HKSexualActivityProtectionUsed"
/// The name of a food.
public let HKMetadataKeyFoodType = "HKFoodType"
/// The reason for a delivery of insulin; such samples need it.
public let HKMetadataKeyInsulinDeliveryReason = "HKInsulinDeliveryReason"
/// The time of a blood glucose reading relative to a meal.
public let HKMetadataKeyBloodGlucoseMealTime = "HKBloodGlucoseMealTime"
/// Where a body temperature was measured.
public let HKMetadataKeyBodyTemperatureSensorLocation = "HKBodyTemperatureSensorLocation"
/// Where a heart rate was measured.
public let HKMetadataKeyHeartRateSensorLocation = "HKHeartRateSensorLocation"
/// How cardio fitness was measured.
public let HKMetadataKeyVO2MaxTestType = "HKVO2MaxTestType"
/// The air pressure at a reading of oxygen saturation.
public let HKMetadataKeyBarometricPressure = "HKMetadataKeyBarometricPressure"
/// The sound level of a loud environment.
public let HKMetadataKeyAudioExposureLevel = "HKMetadataKeyAudioExposureLevel"
/// The version of the algorithm that classified an electrocardiogram.
public let HKMetadataKeyAppleECGAlgorithmVersion = "HKMetadataKeyAppleECGAlgorithmVersion"
