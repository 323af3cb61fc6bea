/// One small change of the source, which a run-time switch turns on.
package struct Mutant: Sendable, Codable, Equatable {
    /// The kinds of change.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// `<` for `<=` and the like.
        case boundary
        /// `+ 1` or `- 1` left out.
        case offByOne
        /// A condition has the opposite result.
        case negatedCondition
        /// A condition always holds, or an operand of `&&` or `||` has no effect.
        case droppedCondition
        /// Two arguments of the same type are exchanged.
        case swappedArguments
        /// A statement is not executed.
        case droppedStatement
        /// Two neighbouring statements of a transaction are executed in the other order.
        case swappedStatements
        /// `??` always takes its default.
        case ignoredValue
        /// The literal default of `??` is another one.
        case changedDefault
        /// A term of a `WHERE` always holds.
        case droppedTerm
        /// `<` for `<=` and the like within SQL.
        case boundaryInSQL
        /// A column of an `ORDER BY` is missing.
        case droppedOrder
        /// 60, 1,000, 3,600 or 86,400 is another unit.
        case changedUnit
    }

    /// The name across builds: module, file, declaration, kind, texts and a number among equals.
    ///
    /// It survives changes elsewhere in the file.
    package var key: String
    package var module: String
    /// The file's path within the module.
    package var file: String
    /// The line, from 1; the same in the original and in the rewritten file.
    package var line: Int
    package var kind: Kind
    /// The original text, shortened.
    package var original: String
    /// What takes its place, shortened.
    package var replacement: String
}
