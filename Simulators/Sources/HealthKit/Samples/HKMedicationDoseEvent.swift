public import Foundation

/// A dose of a medication, taken or not; apps can only read it.
@available(iOS 26.0, *)
public final class HKMedicationDoseEvent: HKSample, @unchecked Sendable {
    /// What happened with a dose.
    public enum LogStatus: Int, Sendable {
        /// The person did not react to the reminder.
        case notInteracted = 1
        /// The reminder could not be shown.
        case notificationNotSent = 2
        /// The person postponed the reminder.
        case snoozed = 3
        /// Taken.
        case taken = 4
        /// Skipped.
        case skipped = 5
        /// The person undid an entry.
        case notLogged = 6
    }

    /// The occasion of a dose.
    public enum ScheduleType: Int, Sendable {
        /// As needed.
        case asNeeded = 1
        /// By the schedule.
        case schedule = 2
    }

    /// The occasion.
    public let scheduleType: ScheduleType
    /// The medication.
    public let medicationConceptIdentifier: HKHealthConceptIdentifier
    /// The scheduled time; `nil` for a dose as needed.
    public let scheduledDate: Date?
    /// The scheduled amount; `nil` for a dose as needed.
    public let scheduledDoseQuantity: Double?
    /// The amount; set for skipped doses as well.
    public let doseQuantity: Double?
    /// What happened.
    public let logStatus: LogStatus
    /// The unit of the amounts.
    public let unit: HKUnit

    package init(
        _ record: HKObjectRecord,
        medication: HKHealthConceptIdentifier,
        status: LogStatus,
        quantity: Double?,
        unit: HKUnit,
        start: Date,
        end: Date,
        scheduledDate: Date?,
        scheduledQuantity: Double?
    ) {
        scheduleType = scheduledDate == nil ? .asNeeded : .schedule
        medicationConceptIdentifier = medication
        self.scheduledDate = scheduledDate
        scheduledDoseQuantity = scheduledQuantity
        doseQuantity = quantity
        logStatus = status
        self.unit = unit
        super.init(record, type: HKObjectType.medicationDoseEventType(), start: start, end: end)
    }

    /// The type.
    public var medicationDoseEventType: HKMedicationDoseEventType {
        HKObjectType.medicationDoseEventType()
    }

    override package func copy(_ record: HKObjectRecord) -> HKSample {
        HKMedicationDoseEvent(
            record,
            medication: medicationConceptIdentifier,
            status: logStatus,
            quantity: doseQuantity,
            unit: unit,
            start: startDate,
            end: endDate,
            scheduledDate: scheduledDate,
            scheduledQuantity: scheduledDoseQuantity
        )
    }
}
