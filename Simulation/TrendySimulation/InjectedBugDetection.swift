extension InjectedBug {
    /// How an injected bug is searched for: in worlds where it has an effect soon, by the checks
    /// that are meant to find it.
    ///
    /// It only chooses among worlds; the checks are those of every run.
    package struct Detection: Sendable {
        /// The checks that are meant to find the bug; a run that fails otherwise does not count.
        package var checks: Set<String>
        /// The faults that the worlds can have; all others are excluded.
        package var faults: Set<Fault>
        /// Whether people act at least every hour; see ``WorldOptions/isBusy``.
        package var isBusy: Bool
        /// Whether people visit places all day; see ``WorldOptions/isRestless``.
        package var isRestless: Bool
        /// Whether the machine never stalls; see ``WorldOptions/isPrompt``.
        package var isPrompt: Bool
        /// The number of days with faults.
        package var days: Int
        /// The number of devices.
        package var devices: Int
        /// A seed that finds the bug soon; the search begins with it.
        package var firstSeed: UInt64
    }

    /// How the bug is searched for.
    package var detection: Detection {
        guard let detection = Self.detections[name] else {
            preconditionFailure("InjectedBugDetections.swift has no row for \(name)")
        }
        return detection
    }

    /// The seeds within which the checks must find the bug.
    package var seeds: Range<UInt64> {
        detection.firstSeed..<detection.firstSeed + seedLimit
    }

    /// The options of a world in which the bug has an effect soon.
    package var options: WorldOptions {
        var options = WorldOptions()
        options.days = detection.days
        options.devices = detection.devices
        options.isBusy = detection.isBusy
        options.isRestless = detection.isRestless
        options.isPrompt = detection.isPrompt
        options.without = Set(Fault.allCases).subtracting(detection.faults)
        options.injectedBug = self
        return options
    }
}
