import CSimulation

/// Symbol names for return addresses, as far as the executable contains them.
enum SymbolNames {
    /// The call stack of the last read of a C clock, innermost frame first.
    static func ofLastClockReader() -> [String] {
        var addresses = [UnsafeMutableRawPointer?](repeating: nil, count: 16)
        let count = Int(simulated_thread_reader(&addresses, 16))
        return addresses.prefix(count).compactMap { $0 }.map { name(of: $0) }
    }

    /// The call stack of this thread, innermost frame first.
    static func ofCallers() -> [String] {
        var addresses = [UnsafeMutableRawPointer?](repeating: nil, count: 16)
        let count = Int(simulated_thread_callers(&addresses, 16))
        return addresses.prefix(count).compactMap { $0 }.map { name(of: $0) }
    }

    private static func name(of address: UnsafeMutableRawPointer) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { room in
            guard let start = room.baseAddress,
                simulated_thread_symbol(address, start, Int32(room.count))
            else { return "an unknown place" }
            return String(cString: start)
        }
    }
}
