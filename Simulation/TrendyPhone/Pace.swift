/// Maps real time to virtual time at a changeable speed.
struct Pace {
    /// The slowest and the fastest speed: virtual seconds for one real second.
    static let speeds: ClosedRange<Double> = 0...3_600

    /// Virtual seconds for one real second; 0 pauses.
    private(set) var speed = 1.0
    private var realStart = Duration.zero
    private var virtualStart = Duration.zero

    /// The virtual time that is due at a real time.
    func due(at real: Duration) -> Duration {
        virtualStart + (real - realStart) * speed
    }

    /// The real time until a virtual time is due; `nil` while paused.
    func wait(until virtual: Duration, at real: Duration) -> Duration? {
        speed > 0 ? max(.zero, (virtual - due(at: real)) / speed) : nil
    }

    /// Continues at a speed from the given times, as after a change or when the simulation was late.
    mutating func restart(speed: Double, at virtual: Duration, real: Duration) {
        self.speed = min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound)
        (virtualStart, realStart) = (virtual, real)
    }
}
