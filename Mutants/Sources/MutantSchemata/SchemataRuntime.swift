/// The source that each rewritten module gets in addition: the run-time switch.
package enum SchemataRuntime {
    /// The name of the added file.
    package static let fileName = "SchemataRuntime.swift"
    /// The environment variable that holds the number of the mutant that is switched on.
    package static let switchVariable = "TRENDY_MUTANT"
    /// The environment variable that names the coverage file: a byte for each number, 1 where a
    /// mutant was reached.
    package static let coverageVariable = "TRENDY_MUTANT_COVERAGE"

    /// Text without comments; what each function does is its name.
    ///
    /// `nonisolated(unsafe)`: the pointer never changes, and bytes are only ever set to 1.
    package static let source = """
        import Foundation

        private let active = ProcessInfo.processInfo.environment["\(switchVariable)"].flatMap { Int($0) } ?? -1
        nonisolated(unsafe) private let coverage: UnsafeMutablePointer<UInt8>? = {
            guard let path = ProcessInfo.processInfo.environment["\(coverageVariable)"] else { return nil }
            let file = open(path, O_RDWR)
            guard file >= 0 else { return nil }
            defer { close(file) }
            let size = Int(lseek(file, 0, Int32(SEEK_END)))
            guard size > 0, let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
                memory != MAP_FAILED
            else { return nil }
            return memory.assumingMemoryBound(to: UInt8.self)
        }()

        func mutantIsOn(_ number: Int) -> Bool {
            if let coverage { coverage[number] = 1 }
            return number == active
        }
        func mutantIsOff(_ number: Int) -> Bool { !mutantIsOn(number) }
        func mutantIsOn(_ first: Int, of count: Int) -> Bool {
            if let coverage { for number in first..<first + count { coverage[number] = 1 } }
            return active >= first && active < first + count
        }
        func mutantText(_ first: Int, _ texts: String...) -> String { texts[active - first] }
        func mutantCondition(_ negated: Int, _ dropped: Int, _ value: Bool) -> Bool {
            if mutantIsOn(negated) { return !value }
            return mutantIsOn(dropped) || value
        }
        func mutantNegated(_ number: Int, _ value: Bool) -> Bool { mutantIsOn(number) != value }
        func mutantTrue(_ number: Int, _ value: Bool) -> Bool { mutantIsOn(number) || value }
        func mutantFalse(_ number: Int, _ value: Bool) -> Bool { mutantIsOff(number) && value }
        func mutantValue<T>(_ number: Int, _ value: T, _ changed: T) -> T {
            mutantIsOn(number) ? changed : value
        }
        func mutantNil<T>(_ number: Int, _ value: T?) -> T? { mutantIsOn(number) ? nil : value }
        func mutantLess<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
            mutantIsOn(number) ? left <= right : left < right
        }
        func mutantLessOrEqual<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
            mutantIsOn(number) ? left < right : left <= right
        }
        func mutantGreater<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
            mutantIsOn(number) ? left >= right : left > right
        }
        func mutantGreaterOrEqual<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
            mutantIsOn(number) ? left > right : left >= right
        }

        """
}
