public import Foundation
public import HealthKit

/// A source of samples: a device of the person, or an app.
///
/// Create it once and use it for many samples, which then share its objects.
public struct SimulatedSource: Sendable, Hashable {
    let revision: HKSourceRevision
    let device: HKDevice?

    /// A source with explicit properties.
    public init(
        name: String,
        bundleIdentifier: String,
        version: String? = nil,
        productType: String? = nil,
        operatingSystemVersion: OperatingSystemVersion = OperatingSystemVersion(
            majorVersion: 26,
            minorVersion: 0,
            patchVersion: 0
        ),
        device: HKDevice? = nil
    ) {
        revision = HKSourceRevision(
            source: HKSource(name: name, bundleIdentifier: bundleIdentifier),
            version: version,
            productType: productType,
            operatingSystemVersion: operatingSystemVersion
        )
        self.device = device
    }

    /// The bundle identifier.
    public var bundleIdentifier: String { revision.source.bundleIdentifier }

    /// The source as a HealthKit object.
    public var source: HKSource { revision.source }

    /// An Apple Watch; the identifier distinguishes two of them.
    public static func watch(_ name: String = "Apple Watch", id: String = "WATCH") -> Self {
        device(name, model: "Watch", productType: "Watch7,1", id: id)
    }

    /// An iPhone; the identifier distinguishes two of them.
    public static func iPhone(_ name: String = "iPhone", id: String = "PHONE") -> Self {
        device(name, model: "iPhone", productType: "iPhone15,2", id: id)
    }

    /// Another app on the phone.
    public static func app(_ name: String, bundleIdentifier: String) -> Self {
        SimulatedSource(
            name: name,
            bundleIdentifier: bundleIdentifier,
            version: "1.0",
            productType: "iPhone15,2"
        )
    }

    private static func device(
        _ name: String,
        model: String,
        productType: String,
        id: String
    ) -> Self {
        SimulatedSource(
            name: name,
            bundleIdentifier: "com.apple.health.\(id)",
            version: "26.0",
            productType: productType,
            device: HKDevice(
                name: "Apple \(model)",
                manufacturer: "Apple Inc.",
                model: model,
                hardwareVersion: productType,
                firmwareVersion: nil,
                softwareVersion: "26.0",
                localIdentifier: nil,
                udiDeviceIdentifier: nil
            )
        )
    }
}
