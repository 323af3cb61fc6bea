// TrendyHealth: samples in, events out; days are computed anew from all their samples.

/// A kind of health data that capture turns into events.
public enum HealthCategory: String, Sendable, CaseIterable, Hashable {
    /// Exercise sessions, one event each.
    case workout
    /// Nights and naps, one event each.
    case sleep
    /// Steps, one event a day.
    case steps
    /// Active energy, one event a day.
    case activeEnergy = "active_energy"
    /// Heart rate, one event a day.
    case heartRate = "heart_rate"
    /// Mindful sessions, one event each.
    case mindfulness
    /// Water drunk, one event each.
    case water
    /// Weighings, one event each.
    case bodyMass = "body_mass"
}
