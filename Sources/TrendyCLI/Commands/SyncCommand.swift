import ArgumentParser
import TrendyKit
import TrendyStore
import TrendySync
import TrendyWire

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Send this device's changes to the server and receive those of other devices.",
        discussion: """
            Examples:
              trendy sync            sync once
              trendy sync --verify   compare device and server afterwards
              trendy sync --watch    stay connected and show each change as it arrives

            With --watch, the device syncs when a sync is due, and at once when the server \
            announces a change. Ctrl-C ends it. Other commands cannot use the profile meanwhile.

            Without a connection everything stays on this device: run the command again later. \
            'trendy status' shows the pending changes.
            """
    )

    @Flag(help: "Compare this device with the server afterwards.")
    var verify = false

    @Flag(help: "Stay connected and sync continuously.")
    var watch = false

    @OptionGroup var device: DeviceOptions

    /// What a sync did.
    struct Result: Encodable {
        let pushed: Int
        let pulled: Int
        let bootstrapped: Int?
        let conflicts: Int
        let retried: Int
        let failed: Int
        let digestsAgree: Bool?
        /// Counts of the entities on this device, such as `9 types, 42 events`.
        var contents = ""

        private enum CodingKeys: CodingKey {
            case pushed, pulled, bootstrapped, conflicts, retried, failed, digestsAgree
        }
    }

    func validate() throws {
        guard !(watch && verify) else {
            throw ValidationError("Give --watch or --verify, not both.")
        }
    }

    func run() async throws {
        if watch { return try await syncContinuously() }
        let bar = ProgressBar(isQuiet: device.output.json)
        let result = try await Device.with(device.directory, onProgress: { bar.show($0) }) {
            opened in
            defer { bar.clear() }
            let report = try await opened.sync()
            var agrees: Bool?
            if verify, let transport = opened.transport {
                agrees = try await DriftRepair(store: opened.engine.store, transport: transport)
                    .compare().agrees
            }
            return Result(
                pushed: report.pushed,
                pulled: report.pulled,
                bootstrapped: report.bootstrapped,
                conflicts: report.conflicts,
                retried: report.retried,
                failed: report.failed,
                digestsAgree: agrees,
                contents: try await CountEntities(store: opened.engine.store)().text
            )
        }
        if device.output.json {
            try printJSON(result)
        } else {
            Console.text(Self.text(result))
        }
        if result.digestsAgree == false {
            throw CommandFailure(
                code: 1,
                message:
                    "This device and the server differ. Sync again. If they still differ, this "
                    + "device has changes that are not synced: see 'trendy status'."
            )
        }
    }

    /// What a sync did, for people.
    static func text(_ result: Result) -> DisplayText {
        var lines: [DisplayText] = []
        switch result.bootstrapped {
        case 0?: lines.append("The account had no data on the server yet.")
        case _?: lines.append("Read your whole account. This device now has \(result.contents).")
        case nil: break
        }
        switch (result.pushed, result.pulled) {
        case (0, 0):
            if result.bootstrapped == nil, result.conflicts + result.retried + result.failed == 0 {
                lines.append("Nothing to send and nothing new to receive.")
            }
        case (let sent, 0): lines.append("Sent \(plural(sent, "change")).")
        case (0, let received): lines.append("Received \(plural(received, "change")).")
        case (let sent, let received):
            lines.append("Sent \(plural(sent, "change")) and received \(received).")
        }
        if result.conflicts > 0 {
            lines.append(
                "\(plural(result.conflicts, "change")) met a change of another device: "
                    + "see 'trendy conflicts'."
            )
        }
        if result.retried > 0 {
            lines.append(
                "\(plural(result.retried, "change")) will be sent again with the next sync."
            )
        }
        if result.failed > 0 {
            lines.append(
                "The server refused \(plural(result.failed, "change")): see 'trendy failed'."
            )
        }
        if result.digestsAgree == true { lines.append("This device and the server hold the same.") }
        return DisplayText(lines: lines)
    }
}

extension ProgressBar {
    func show(_ progress: SyncProgress) {
        switch progress {
        case .bootstrapping(let received, let total):
            update("Reading", done: Double(received), total: Double(total), unit: "records")
        case .pushing(let done, let total):
            update("Sending", done: Double(done), total: Double(total), unit: "changes")
        case .pulling(let received):
            update("Receiving", done: Double(received), total: Double(received), unit: "changes")
        }
    }
}
