import SimulationKit
import TrendyKit
import TrendySQLite

/// The files of the app on a simulated phone.
///
/// A process that has ended has none.
struct AppFiles: ProfileFiles {
    private weak var phone: AppPhone?
    private weak var process: AppPhone.Process?
    private let disk: SimulatedDisk

    init(_ phone: AppPhone, _ process: AppPhone.Process) {
        self.phone = phone
        self.process = process
        disk = phone.disk
    }

    var databases: any DatabaseFiles { Databases(base: disk.files, process: process) }

    func prepare(_ directory: String) throws {}

    func read(_ path: String) throws -> [UInt8]? { try living().profile }

    func replace(_ path: String, with bytes: [UInt8]) throws {
        let phone = try living()
        guard !phone.texts.fails() else { throw FileError.diskFailed }
        phone.profile = bytes
    }

    func moveAside(_ path: String) throws { try living().profile = nil }

    // No simulated app lists a directory.
    func names(in directory: String) -> [String] { [] }

    private func living() throws -> AppPhone {
        guard let phone, process?.isAlive == true else { throw FileError.gone }
        return phone
    }

    private enum FileError: Error {
        case diskFailed, gone
    }

    /// The databases while the process lives.
    private struct Databases: DatabaseFiles {
        let base: any DatabaseFiles
        private(set) weak var process: AppPhone.Process?

        func location(of path: String) -> String { base.location(of: path) }

        func exists(_ path: String) -> Bool { process?.isAlive == true && base.exists(path) }

        func lock(_ path: String) throws(SQLiteFileError) -> (any DatabaseLock)? {
            process?.isAlive == true ? try base.lock(path) : nil
        }

        func move(_ path: String, to newPath: String) throws(SQLiteFileError) {
            try checkWorkload(path)
            try base.move(path, to: newPath)
        }

        func remove(_ path: String) throws(SQLiteFileError) {
            try checkWorkload(path)
            try base.remove(path)
        }

        private func checkWorkload(_ path: String) throws(SQLiteFileError) {
            guard process?.isAlive == true else {
                throw SQLiteFileError(
                    code: .cannotOpen,
                    path: path,
                    message: "The process has ended."
                )
            }
        }
    }
}
