import ArgumentParser
import TrendyKit
import TrendyStore
import TrendySync
import TrendyWire

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Send what waits and fetch what is new."
    )

    @Flag(help: "Compare this device with the server afterwards.")
    var verify = false

    @OptionGroup var device: DeviceOptions

    private struct Result: Encodable {
        let pushed: Int
        let pulled: Int
        let bootstrapped: Int?
        let conflicts: Int
        let retried: Int
        let failed: Int
        let digestsAgree: Bool?
    }

    func run() async throws {
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
                digestsAgree: agrees
            )
        }
        if device.output.json {
            try printJSON(result)
        } else {
            describe(result)
        }
        if result.digestsAgree == false {
            throw CommandFailure(
                code: 1,
                message: "This device and the server differ. Sync again; if they still "
                    + "differ, changes wait on this device (see 'trendy status')."
            )
        }
    }

    private func describe(_ result: Result) {
        if let count = result.bootstrapped { Console.text("Read everything: \(count) entities.") }
        Console.text("Sent \(result.pushed), received \(result.pulled).")
        if result.conflicts > 0 {
            Console.text("\(result.conflicts) met changes of another device.")
        }
        if result.retried > 0 { Console.text("\(result.retried) will be tried again.") }
        if result.failed > 0 { Console.text("\(result.failed) were refused: see 'trendy status'.") }
        if result.digestsAgree == true { Console.text("This device and the server hold the same.") }
    }
}

extension ProgressBar {
    func show(_ progress: SyncProgress) {
        switch progress {
        case .bootstrapping(let received, let total):
            update("Reading", done: Double(received), total: Double(total), unit: "entities")
        case .pushing(let done, let total):
            update("Sending", done: Double(done), total: Double(total), unit: "changes")
        case .pulling(let received):
            update("Receiving", done: Double(received), total: Double(received), unit: "changes")
        }
    }
}
