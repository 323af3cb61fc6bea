import Foundation

/// The person's web browser.
enum Browser {
    /// Opens an address; does nothing on a machine without a desktop.
    static func open(_ url: String) {
        #if os(macOS)
        let program = "/usr/bin/open"
        #else
        let environment = ProcessInfo.processInfo.environment
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
        let program = "/usr/bin/xdg-open"
        #endif
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [url]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // The address is printed as well.
        try? process.run()
    }
}
