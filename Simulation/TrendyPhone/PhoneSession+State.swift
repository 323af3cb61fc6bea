import CoreLocation
import Foundation
import HealthKit
import SimulatedAppServices
import SimulatedCoreLocation
import SimulatedHealthKit
import SimulatedPhone
import TrendyHealth
import TrendySimulation
import TrendyStore

extension PhoneSession {
    /// The state for the page.
    var state: PhoneState {
        let phone = handset.phone
        let location = phone.location
        return PhoneState(
            name: handset.name,
            process: "\(phone.process)",
            isLocked: phone.isLocked,
            isOn: phone.isPoweredOn,
            network: handset.network.rawValue,
            isLowPower: phone.isLowPowerModeOn,
            isCharging: phone.isCharging,
            isBackgroundRefreshOn: phone.isBackgroundRefreshOn,
            isDiskFull: isDiskFull,
            timeZone: phone.timeZone.identifier,
            language: display.language,
            textSize: "\(display.textSize)",
            isDark: display.isDark,
            isLandscape: display.isLandscape,
            wasForceQuit: phone.wasForceQuit,
            location: Self.name(location.authorizationStatus),
            isPreciseLocationOn: location.isPrecise,
            locationPrompt: location.isPromptOpen
                ? (location.isFirstPromptOpen ? "first" : "always") : nil,
            settingsOpenings: settingsOpenings,
            healthQuestion: healthQuestion,
            asksAboutNotifications: handset.question == .notifications,
            latitude: location.position?.latitude,
            longitude: location.position?.longitude,
            regions: regions,
            notifications: phone.notifications.delivered.map {
                .init(id: $0.identifier, title: $0.title, body: $0.body)
            },
            samples: samples,
            pending: queue.pending + queue.inFlight,
            failed: queue.failed,
            conflicts: queue.conflicts,
            observers: phone.health.observerCallbacks,
            log: log.suffix(40)
        )
    }

    private var healthQuestion: [PhoneState.HealthKind] {
        guard case .health(let metrics)? = handset.question else { return [] }
        return metrics.map { .init(id: $0.rawValue, title: $0.text) }
    }

    /// The regions that the system monitors, from what it recorded.
    private var regions: [PhoneState.Region] {
        var regions: [String: PhoneState.Region] = [:]
        for record in handset.phone.location.regionRecords ?? [] {
            switch record.kind {
            case .registered(let latitude, let longitude, let radius):
                regions[record.identifier] = .init(
                    id: record.identifier,
                    latitude: latitude,
                    longitude: longitude,
                    radius: radius
                )
            case .stopped, .dropped: regions[record.identifier] = nil
            default: break
            }
        }
        return regions.values.sorted { $0.id < $1.id }
    }

    /// The number of samples that are listed.
    private static let sampleLimit = 8

    private var samples: [PhoneState.Sample] {
        let all = handset.phone.health.allSamples().sorted { $0.startDate > $1.startDate }
        return all.prefix(Self.sampleLimit).map {
            .init(id: $0.uuid.uuidString, text: "\($0.sampleType.identifier) \($0.startDate)")
        }
    }

    private static func name(_ status: CLAuthorizationStatus) -> String {
        switch status {
        case .notDetermined: "notDetermined"
        case .restricted: "restricted"
        case .denied: "denied"
        case .authorizedWhenInUse: "whenInUse"
        case .authorizedAlways: "always"
        @unknown default: "unknown"
        }
    }
}
