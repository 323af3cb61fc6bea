import Foundation
import TrendyModel

/// Something that a person does to a phone or to the world, as the page sends it and a script keeps
/// it.
struct WorldCommand: Codable, Sendable, Equatable {
    /// What to do.
    enum Action: String, Codable, Sendable, CaseIterable {
        // The app.
        case act, open, leave, kill, forceQuit, notification
        // The phone.
        case reboot, lock, unlock, network, lowPower, charging, fullDisk, backgroundRefresh
        case timeZone, language, textSize, dark, rotate
        // Permissions.
        case locationPrompt, locationSetting, preciseLocation, healthAnswer, healthAccess
        case notificationAnswer, notificationSetting
        // The person.
        case place, walk, track, addHealth, deleteHealth
        // The world.
        case speed, skip, tonight, server
    }

    var action: Action
    /// The index of the phone, from 0; `nil` for the world.
    var phone: Int?
    /// The element of the screen, by its id, for `act`; else the kind of the sample, and so on.
    var target: String?
    /// The name of the handler, for `act`.
    var handler: String?
    var text: String?
    var number: Double?
    var flag: Bool?
    var latitude: Double?
    var longitude: Double?
    /// A point, a movement or a size on the screen, in points.
    var x: Double?
    var y: Double?

    /// The largest size of a command in bytes; a track is the largest.
    static let maximumSize = 8 << 20

    /// Reads a command from the page or from a script.
    static func decode(_ bytes: [UInt8]) throws -> WorldCommand {
        guard bytes.count <= maximumSize else {
            throw CommandError(message: "The command is larger than 8 MiB.")
        }
        do {
            return try UntrustedJSON.decode(WorldCommand.self, from: bytes)
        } catch {
            throw CommandError(message: "The command cannot be read: \(error)")
        }
    }
}

/// Why a command cannot be performed.
struct CommandError: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}
