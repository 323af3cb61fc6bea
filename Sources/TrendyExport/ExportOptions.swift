/// The choices of an export.
package struct ExportOptions: Sendable {
    /// Whether CSV cells that a spreadsheet would run as a formula start with an apostrophe.
    package var isSpreadsheetSafe = false
    /// Whether a calendar has all events except daily results, not only visits and workouts.
    package var includesAllEvents = false

    /// Creates the default choices.
    package init() {}
}
