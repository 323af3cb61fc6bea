import ArgumentParser
import Foundation
import TrendyHealth
import TrendyPublish

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Send metrics and visits to home automation: MQTT, Home Assistant, a webhook.",
        discussion: """
            Examples:
              trendy publish --mqtt mqtt://trendy@192.168.1.2 --password-file mqtt.txt --all
              trendy publish --mqtt mqtts://broker.example.org --metrics steps,sleep
              trendy publish --webhook https://example.org/hook --secret-file secret.txt
              trendy publish --status

            Visits and the state of places are always sent, and of the metrics those that you \
            choose. The command runs until Ctrl-C or SIGTERM. Messages are queued on the disk \
            first and sent until the receiver has them, also after a crash or an outage. A signed-in \
            device syncs meanwhile, so that data of your other devices is sent too.

            Other commands cannot use the profile meanwhile, except 'trendy publish --status'.
            """
    )

    @Option(
        help: ArgumentHelp(
            "The MQTT broker: mqtt://user@host:1883, or mqtts:// for TLS.",
            valueName: "url"
        )
    )
    var mqtt: String?

    @Option(
        help: ArgumentHelp("A file with the password of the MQTT user.", valueName: "file")
    )
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            "The certificates that the MQTT broker's certificate may be signed with, PEM "
                + "(default: the system's).",
            valueName: "file"
        )
    )
    var caFile: String?

    @Option(help: ArgumentHelp("The first level of the MQTT topics.", valueName: "prefix"))
    var topicPrefix = PublishTopics.defaultPrefix

    @Flag(help: "Do not announce the device to Home Assistant.")
    var noDiscovery = false

    @Option(
        help: ArgumentHelp(
            "A URL that receives each message as a POST request with JSON.",
            valueName: "url"
        )
    )
    var webhook: String?

    @Option(
        help: ArgumentHelp(
            "A file with the secret that signs the webhook's requests.",
            valueName: "file"
        )
    )
    var secretFile: String?

    @Flag(help: "Allow a webhook without encryption on another machine.")
    var insecure = false

    @Option(
        help: ArgumentHelp(
            "The health categories to send, separated by commas, such as steps,sleep.",
            valueName: "categories"
        )
    )
    var metrics: String?

    @Flag(help: "Send the metrics of all health categories.")
    var all = false

    @Flag(help: "Send what is new, then end.")
    var once = false

    @Flag(help: "Do not sync with the server meanwhile.")
    var noSync = false

    @Flag(help: "Send again what the webhook refused.")
    var retryFailed = false

    @Flag(help: "Print the queued and the refused messages with the reasons, and exit.")
    var status = false

    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard !status else { return }
        guard metrics == nil || !all else {
            throw ValidationError("Give --metrics or --all, not both.")
        }
        guard PublishTopics.isValid(prefix: topicPrefix) else {
            throw ValidationError(
                "'\(topicPrefix)' cannot begin a topic. Give a name without +, # and a leading $."
            )
        }
        _ = try categories()
        // The addresses are parsed again when they are used.
        do throws(PublishError) {
            if let mqtt { _ = try MQTTEndpoint(mqtt) }
            if let webhook { _ = try WebhookAddress(webhook, isInsecureAllowed: insecure) }
        } catch {
            throw ValidationError(error.message)
        }
    }

    /// The health categories whose metrics are sent.
    func categories() throws -> [HealthMetric] {
        if all { return HealthMetric.allCases }
        return try (metrics ?? "").split(separator: ",").map { name in
            guard let category = HealthMetric(rawValue: String(name)) else {
                let names = HealthMetric.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("'\(name)' is not a health category. Choose from \(names).")
            }
            return category
        }
    }

    func run() async throws {
        if status { return try showStatus() }
        guard mqtt != nil || webhook != nil else {
            throw CommandFailure(
                code: EX_USAGE,
                message: "There is no receiver. Give --mqtt or --webhook, or --status."
            )
        }
        try await publish()
    }

    /// The content of a file without the line break at its end.
    static func secret(in path: String) throws -> [UInt8] {
        guard var bytes = FileManager.default.contents(atPath: path).map(Array.init) else {
            throw PublishError(
                .unusableFile,
                "The file \(path) cannot be read. Check its path and permissions."
            )
        }
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        guard !bytes.isEmpty, bytes.count <= 4096 else {
            throw PublishError(
                .unusableFile,
                "The file \(path) must contain the password or secret as one line of at most 4096 "
                    + "bytes."
            )
        }
        return bytes
    }
}
