import Foundation

/// The state of the world and its phones, as the page shows it.
struct WorldState: Encodable, Sendable, Equatable {
    /// The true time in ISO 8601.
    var date: Date
    /// Virtual seconds for one real second.
    var speed: Double
    var isServerUp: Bool
    var phones: [PhoneState]
}

/// The state of a phone.
struct PhoneState: Encodable, Sendable, Equatable {
    var name: String
    /// `notRunning`, `suspended`, `background` or `foreground`.
    var process: String
    var isLocked: Bool
    var isOn: Bool
    var network: String
    var isLowPower: Bool
    var isCharging: Bool
    var isBackgroundRefreshOn: Bool
    var isDiskFull: Bool
    var timeZone: String
    var language: String
    var textSize: String
    var isDark: Bool
    var isLandscape: Bool
    var wasForceQuit: Bool
    /// `notDetermined`, `restricted`, `denied`, `whenInUse` or `always`.
    var location: String
    var isPreciseLocationOn: Bool
    /// What iOS asks over the app: `first` or `always`; `nil` when it asks nothing.
    var locationPrompt: String?
    /// How often the app has opened the Settings app.
    var settingsOpenings: Int
    /// The health data that iOS asks about over the app; empty when it does not.
    var healthQuestion: [HealthKind]
    /// Whether iOS asks over the app about notifications.
    var asksAboutNotifications: Bool
    var latitude: Double?
    var longitude: Double?
    var regions: [Region]
    var notifications: [Notification]
    /// The newest samples of the health database, newest first.
    var samples: [Sample]
    var pending: Int
    var failed: Int
    var conflicts: Int
    var observers: Int
    /// What happened, newest last.
    var log: [String]

    /// A kind of health data in a question of iOS.
    struct HealthKind: Encodable, Sendable, Equatable {
        var id: String
        var title: String
    }

    /// A region that the system monitors for the app.
    struct Region: Encodable, Sendable, Equatable {
        var id: String
        var latitude: Double
        var longitude: Double
        var radius: Double
    }

    /// A notification as it is shown.
    struct Notification: Encodable, Sendable, Equatable {
        var id: String
        var title: String
        var body: String
    }

    /// A sample of the health database.
    struct Sample: Encodable, Sendable, Equatable {
        var id: String
        var text: String
    }
}
