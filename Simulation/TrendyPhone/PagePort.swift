/// What the requests of the page need of the phones.
protocol PagePort: Sendable {
    /// Performs a command.
    ///
    /// - Returns: Why it was not possible; `nil` if it was.
    func perform(_ command: WorldCommand) async -> String?
    /// The names on a phone's screen in reading order, as they were drawn last; empty while no app
    /// is shown.
    func accessibleNames(onPhone index: Int) async -> [String]
}
