import ArgumentParser
import Foundation
import TrendyArchive
import TrendyHealth
import TrendyImport
import TrendyKit
import TrendyModel
import TrendyPostgres
import TrendyPublish
import TrendyServer
import TrendyStore
import TrendySync

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Turns errors into a message and an exit code (those of BSD's sysexits.h).
enum Failure {
    /// Prints an error for people or as JSON, and ends the process.
    static func exit(with error: any Error) -> Never {
        if let (code, message) = meaning(of: error) {
            // Earlier output is written first. This error counts, not that of the flush.
            try? Console.flush()
            end(code, message)
        }
        // Help, the version, wrong usage, or the exit code of a command.
        let code = TrendyCommand.exitCode(for: error).rawValue
        let text = TrendyCommand.fullMessage(for: error)
        if code == EXIT_SUCCESS, !text.isEmpty { Console.json(text) }
        do throws(OutputFailure) {
            try Console.flush()
        } catch {
            if error.isClosedPipe { Foundation.exit(OutputFailure.closedPipe) }
            end(EX_IOERR, error.message)
        }
        guard code != EXIT_SUCCESS, !text.isEmpty else { Foundation.exit(code) }
        if isJSON { end(code, TrendyCommand.message(for: error)) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines { Console.error(DisplayText.escaped(String(line)) + "\n") }
        Foundation.exit(code)
    }

    /// Prints a message on standard error and ends the process.
    private static func end(_ code: Int32, _ message: String) -> Never {
        let text: DisplayText =
            isJSON
            ? DisplayText(rendered: jsonLine(code: code, message: message))
            : "\(Style.error.paint("error:", on: .standardError)) \(message)"
        Console.error(text.rendered + "\n")
        Foundation.exit(code)
    }

    /// Whether `--json` was given, also when the other arguments are wrong.
    static var isJSON: Bool {
        CommandLine.arguments.prefix { $0 != "--" }.contains("--json")
    }

    /// The exit code and message of an error; `nil` for an error of the argument parser.
    private static func meaning(of error: any Error) -> (Int32, String)? {
        switch error {
        case let error as OutputFailure where error.isClosedPipe:
            Foundation.exit(OutputFailure.closedPipe)
        case let error as OutputFailure: (EX_IOERR, error.message)
        case let error as ServerAddressError: (EX_USAGE, ErrorPresenter.text(for: error))
        case let error as CommandFailure: (error.code, error.message)
        case let error as StoreError: (code(of: error), ErrorPresenter.text(for: error))
        case let error as SyncFailure: (code(of: error), ErrorPresenter.text(for: error))
        case let error as ProfileError: (EX_CANTCREAT, error.message)
        case let error as BackupError: (code(of: error), error.message)
        case let error as ImportError: (code(of: error), error.description)
        case let error as ServerError: (code(of: error), error.description)
        case let error as PostgresError: (code(of: error), Self.text(of: error))
        case let error as StoreUnavailable:
            (EX_UNAVAILABLE, "The database cannot be used now (\(error.code)). Try again later.")
        case let error as ArchiveError: (code(of: error), error.description)
        case let error as PublishError: (code(of: error), error.message)
        case is CancellationError: (130, "Stopped. The data stored before that is kept.")
        case is ValidationError, is ExitCode, is CleanExit: nil
        default: parserOrUnknown(error)
        }
    }

    private static func parserOrUnknown(_ error: any Error) -> (Int32, String)? {
        let name = String(reflecting: type(of: error))
        if name.hasPrefix("ArgumentParser.") { return nil }
        let text = String(describing: error)
        if text.contains("SQLite error 13") {
            return (EX_IOERR, "The disk is full. Free some space and try again. No data is lost.")
        }
        let isPresentable =
            error is any UserFacingError || error is any FailureReasonProviding
            || error is FieldError || text.contains("SQLite error")
        return (EX_SOFTWARE, isPresentable ? ErrorPresenter.text(for: error) : text)
    }

    private static func code(of error: PostgresError) -> Int32 {
        switch error.kind {
        case .unavailable, .serialization, .commitUnknown: EX_UNAVAILABLE
        case .constraint, .other: error.origin == .invalidURL ? EX_USAGE : EX_SOFTWARE
        }
    }

    private static func text(of error: PostgresError) -> String {
        error.origin == .cannotConnect
            ? error.description + " Check the URL and that the database runs." : error.description
    }

    private static func code(of error: StoreError) -> Int32 {
        switch error.code {
        case .inUse: EX_TEMPFAIL
        case .suspended: EX_TEMPFAIL
        case .diskFull: EX_IOERR
        case .invalid, .hasDependents: EX_DATAERR
        case .notFound: EX_NOINPUT
        case .cannotOpen, .newerSchema, .accountExists: EX_CANTCREAT
        case .otherAccount: EX_DATAERR
        }
    }

    private static func code(of error: BackupError) -> Int32 {
        switch error.code {
        case .exists, .unsuitablePath, .newer, .unusable: EX_CANTCREAT
        case .missing: EX_NOINPUT
        case .foreign, .damaged: EX_DATAERR
        case .diskFull: EX_IOERR
        case .inUse: EX_TEMPFAIL
        }
    }

    private static func code(of error: ImportError) -> Int32 {
        switch error.code {
        case .notFound, .isDirectory: EX_NOINPUT
        case .notAnExport, .notGPX, .noPoints, .tooLarge, .damaged: EX_DATAERR
        case .cannotRead, .noSpace: EX_IOERR
        }
    }

    private static func code(of error: ArchiveError) -> Int32 {
        switch error.code {
        case .inUse: EX_TEMPFAIL
        case .diskFull: EX_IOERR
        case .unusable: EX_DATAERR
        case .cannotOpen: EX_CANTCREAT
        case .unknownKind: EX_NOINPUT
        }
    }

    private static func code(of error: PublishError) -> Int32 {
        switch error.code {
        case .invalidAddress: EX_USAGE
        case .unusableFile: EX_NOINPUT
        case .inUse: EX_TEMPFAIL
        case .cannotOpen: EX_CANTCREAT
        }
    }

    private static func code(of error: ServerError) -> Int32 {
        switch error.code {
        case .cannotOpenDatabase, .newerDatabase, .fileExists: EX_CANTCREAT
        case .damagedDatabase, .foreignDatabase: EX_DATAERR
        case .missingDatabase, .unusableCertificate: EX_NOINPUT
        case .databaseInUse, .addressInUse: EX_TEMPFAIL
        case .unsuitableDisk: EX_IOERR
        case .cannotListen: EX_UNAVAILABLE
        case .unknownAccount: EX_NOPERM
        case .invalidProvider: EX_USAGE
        case .invalidUser, .cannotMoveAccount: EX_DATAERR
        }
    }

    private static func code(of error: SyncFailure) -> Int32 {
        switch error.code {
        case .offline: EX_UNAVAILABLE
        case .busy: EX_TEMPFAIL
        case .needsSignIn: EX_NOPERM
        case .cursorExpired, .malformedAnswer, .notTrendy, .upgradeRequired: EX_PROTOCOL
        case .refused: EX_DATAERR
        }
    }

    private static func jsonLine(code: Int32, message: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        struct Line: Encodable {
            let code: Int32
            let error: String
        }
        let data = (try? encoder.encode(Line(code: code, error: message))) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }
}

/// A command's own error.
struct CommandFailure: Error {
    let code: Int32
    let message: String
}
