import Foundation
import TrendyModel

/// Generates Apple Health exports of a fictitious person, with the expected totals of each day.
///
/// The same options give the same bytes. Memory is bounded for any size.
package struct FixtureGenerator: Sendable {
    private static let dayLimit = 20_000
    /// The limit for exports of all types, whose expected results stay in memory.
    private static let allKindsDayLimit = 4_000
    private let options: FixtureOptions

    /// Creates a generator.
    package init(_ options: FixtureOptions) {
        self.options = options
    }

    /// Writes the export and the expected totals; blocks until both files are complete.
    ///
    /// After an error, existing files at the paths are unchanged.
    ///
    /// - `path`: the path of the export. `.zip` writes a zip; `.xml` writes the bare file, with
    ///   routes in the directory `workout-routes` beside it.
    /// - `expectedTotalsPath`: the path of the JSON with the expected totals.
    /// - `progress`: receives the bytes of XML written so far and the estimated total.
    package func write(
        to path: String,
        expectedTotalsPath: String,
        progress: (Int64, Int64) -> Void = { _, _ in }
    ) throws -> FixtureSummary {
        let isZip = path.hasSuffix(".zip")
        guard isZip || path.hasSuffix(".xml") else {
            throw FixtureError.badOptions("\(path) ends in neither .xml nor .zip; rename it.")
        }
        guard path != expectedTotalsPath else {
            throw FixtureError.badOptions(
                "The export and its expected totals cannot both be \(path)."
            )
        }
        let size = try chooseSize()
        let person = Person(options, days: size.days, density: size.density)
        let offset = Int64(
            options.zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(person.exportTime)))
        )
        let truthFile = try FileOutput(expectedTotalsPath)
        let zip = isZip ? try ZipOutput(path, time: person.exportTime) : nil
        let file = isZip ? nil : try FileOutput(path)
        try zip?.begin("export.xml")
        let sink = ByteSink(zip ?? file, offsetSeconds: offset)
        var exporter = Exporter(person, options, hasMalformedDTD: options.hasMalformedDTD)
        try withoutActuallyEscaping(progress) { progress in
            sink.onFlush = { progress($0, max($0, size.bytes)) }
            defer { sink.onFlush = nil }
            try exporter.write(to: sink)
        }
        let truth = exporter.expectedTotals.json(
            options,
            firstDay: person.firstDay,
            kinds: exporter.kindTotals
        )
        try truth.withUnsafeBytes { try truthFile.write($0) }
        if let zip { try finish(zip, exporter) }
        if let file { try finish(file, exporter) }
        try truthFile.commit()
        progress(sink.count, sink.count)
        return FixtureSummary(
            bytes: sink.count,
            records: exporter.records,
            days: person.days,
            workouts: exporter.workouts.count,
            path: path,
            expectedTotalsPath: expectedTotalsPath,
            kindTotals: exporter.kindTotals
        )
    }

    /// Chooses the number of days and the density for the requested size.
    private func chooseSize() throws -> (days: Int, density: Double, bytes: Int64) {
        let dayLimit = options.kinds == .all ? Self.allKindsDayLimit : Self.dayLimit
        guard options.days >= 1, options.days <= dayLimit else {
            throw FixtureError.badOptions("Choose from 1 to \(dayLimit) days.")
        }
        guard options.density > 0, options.density <= 1 else {
            throw FixtureError.badOptions("Choose a density above 0 and at most 1.")
        }
        guard let target = options.targetBytes else {
            let days = min(options.days, 7)
            let part = try measure(days, options.density)
            return (options.days, options.density, part * Int64(options.days) / Int64(days))
        }
        // Two lengths separate the size of a day from that of the document's frame.
        let short = try measure(30, options.density)
        let long = try measure(120, options.density)
        let perDay = Double(long - short) / 90
        let days = Int(((Double(target) - Double(long)) / perDay).rounded()) + 120
        guard days <= dayLimit else {
            throw FixtureError.badOptions(
                "\(target) bytes need more than \(dayLimit) days; choose a smaller size."
            )
        }
        if days >= options.days { return (days, options.density, target) }
        return (options.days, try chooseDensity(for: target), target)
    }

    private func chooseDensity(for target: Int64) throws -> Double {
        var low = 0.0
        var high = options.density
        for _ in 0..<12 {
            let middle = (low + high) / 2
            let bytes = try measure(options.days, middle)
            if abs(bytes - target) * 100 <= target { return middle }
            if bytes > target { high = middle } else { low = middle }
        }
        throw FixtureError.badOptions(
            "\(options.days) days do not fit \(target) bytes; choose fewer days or a larger size."
        )
    }

    /// Measures the size of an export without writing it.
    private func measure(_ days: Int, _ density: Double) throws -> Int64 {
        let sink = ByteSink(nil)
        var exporter = Exporter(Person(options, days: days, density: density), options)
        try exporter.write(to: sink)
        return sink.count
    }

    private func finish(_ zip: ZipOutput, _ exporter: Exporter) throws {
        let writer = WorkoutWriter(person: exporter.person)
        for workout in exporter.workouts where writer.hasRoute(workout) {
            try zip.add("workout-routes/" + writer.routeName(workout), writer.route(workout))
        }
        let stub = """
            <?xml version="1.0"?>
            <ClinicalDocument xmlns="urn:hl7-org:v3"><title>Health Data Export</title>\
            </ClinicalDocument>

            """
        try zip.add("export_cda.xml", Array(stub.utf8))
        try zip.commit()
    }

    private func finish(_ file: FileOutput, _ exporter: Exporter) throws {
        let writer = WorkoutWriter(person: exporter.person)
        let parent = URL(fileURLWithPath: file.path).deletingLastPathComponent()
        let directory = parent.appendingPathComponent("workout-routes").path
        guard mkdir(directory, 0o755) == 0 || errno == EEXIST else {
            throw FixtureError.cannotWrite(directory)
        }
        for workout in exporter.workouts where writer.hasRoute(workout) {
            let route = try FileOutput(directory + "/" + writer.routeName(workout))
            try writer.route(workout).withUnsafeBytes { try route.write($0) }
            try route.commit()
        }
        try file.commit()
    }
}
