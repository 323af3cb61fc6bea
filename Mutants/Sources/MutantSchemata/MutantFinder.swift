import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds the mutants of a file and records the edits that compile all of them into it.
final class MutantFinder: SyntaxVisitor {
    private let module: String
    private let file: String
    private let firstNumber: Int
    private let rejected: Set<String>
    private let only: Set<String>?
    let signatures: SignatureIndex
    let source: [UInt8]
    private let lineTable: SourceLocationConverter
    private var ordinals: [String: Int] = [:]
    var declarations: [String] = []
    /// The depth of transactions around the visited node.
    var transactionDepth = 0

    private(set) var mutants: [Mutant] = []
    var edits = SchemataEdits()

    /// - firstNumber: the run-time number of the file's first mutant.
    /// - rejected: keys of mutants that do not compile; they keep their numbers without an edit.
    /// - only: keys of the mutants to compile, with those that share an edit with them; all if `nil`.
    init(
        module: String,
        file: String,
        source: [UInt8],
        tree: SourceFileSyntax,
        firstNumber: Int,
        signatures: SignatureIndex,
        rejected: Set<String>,
        only: Set<String>?
    ) {
        self.module = module
        self.file = file
        self.source = source
        self.firstNumber = firstNumber
        self.signatures = signatures
        self.rejected = rejected
        self.only = only
        lineTable = SourceLocationConverter(fileName: file, tree: tree)
        super.init(viewMode: .sourceAccurate)
    }

    /// A change to record: its kind, and its texts for people.
    struct Change {
        var kind: Mutant.Kind
        var original: String
        var replacement: String
    }

    /// Adds mutants that share one edit; calls `edit` with their run-time numbers and indices
    /// unless one of them is rejected.
    func add(
        _ node: some SyntaxProtocol,
        _ changes: [Change],
        edit: (_ first: Int, _ indices: [Int]) -> Void
    ) {
        let line = lineTable.location(for: node.positionAfterSkippingLeadingTrivia).line
        var indices: [Int] = []
        for change in changes {
            let name =
                "\(module)/\(file):\(declarations.joined(separator: ".")):"
                + "\(change.kind.rawValue):\(Self.short(change.original)) → "
                + Self.short(change.replacement)
            let ordinal = ordinals[name, default: 0]
            ordinals[name] = ordinal + 1
            indices.append(mutants.count)
            mutants.append(
                Mutant(
                    key: ordinal == 0 ? name : "\(name) #\(ordinal + 1)",
                    module: module,
                    file: file,
                    line: line,
                    kind: change.kind,
                    original: Self.short(change.original),
                    replacement: Self.short(change.replacement)
                )
            )
        }
        let keys = indices.map { mutants[$0].key }
        guard let first = indices.first, rejected.isDisjoint(with: keys),
            only?.isDisjoint(with: keys) != true
        else { return }
        edit(firstNumber + first, indices)
    }

    /// The node's bytes without surrounding trivia.
    func range(_ node: some SyntaxProtocol) -> Range<Int> {
        node.positionAfterSkippingLeadingTrivia
            .utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    }

    /// The node's text in one line, or `nil` if it cannot be written in one line.
    func oneLine(_ node: some SyntaxProtocol) -> String? {
        let text = String(decoding: source[range(node)], as: UTF8.self)
        guard !text.contains("//"), !text.contains("\"\"\""), !text.contains("{"),
            !text.contains("#if")
        else { return nil }
        return Self.collapsed(text)
    }

    /// Text with each run of white space as one space.
    static func collapsed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func short(_ text: String) -> String {
        let line = collapsed(text)
        return line.count <= 120 ? line : String(line.prefix(119)) + "…"
    }

    // MARK: Places without mutants

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
        .skipChildren
    }

    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        if let elements = node.elements { walk(elements) }
        return .skipChildren
    }

    // MARK: Declarations

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, node.signature.parameterClause)
        return .visitChildren
    }

    override func visitPost(_ node: FunctionDeclSyntax) { leave(node.signature.parameterClause) }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        enter("init", node.signature.parameterClause)
        return .visitChildren
    }

    override func visitPost(_ node: InitializerDeclSyntax) {
        leave(node.signature.parameterClause)
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = node.bindings.first?.pattern.trimmedDescription ?? "_"
        // A variable of a function does not name a place.
        if node.parent?.is(MemberBlockItemSyntax.self) == true { declarations.append(name) }
        return .visitChildren
    }

    override func visitPost(_ node: VariableDeclSyntax) {
        if node.parent?.is(MemberBlockItemSyntax.self) == true { declarations.removeLast() }
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        enterType(node.name.text)
    }
    override func visitPost(_ node: StructDeclSyntax) { leaveType() }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        enterType(node.name.text)
    }
    override func visitPost(_ node: ClassDeclSyntax) { leaveType() }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        enterType(node.name.text)
    }
    override func visitPost(_ node: ActorDeclSyntax) { leaveType() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        enterType(node.name.text)
    }
    override func visitPost(_ node: EnumDeclSyntax) { leaveType() }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enterType(node.extendedType.trimmedDescription)
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { leaveType() }

    private func enterType(_ name: String) -> SyntaxVisitorContinueKind {
        declarations.append(name)
        if Self.isTransactionType(name) { transactionDepth += 1 }
        return .visitChildren
    }

    private func leaveType() {
        if Self.isTransactionType(declarations.removeLast()) { transactionDepth -= 1 }
    }

    private static func isTransactionType(_ name: String) -> Bool {
        name.hasSuffix("Records") || name.hasSuffix("Transaction")
    }

    private func enter(_ name: String, _ parameters: FunctionParameterClauseSyntax) {
        declarations.append(name)
        if Self.takesTransaction(parameters) { transactionDepth += 1 }
    }

    private func leave(_ parameters: FunctionParameterClauseSyntax) {
        declarations.removeLast()
        if Self.takesTransaction(parameters) { transactionDepth -= 1 }
    }

    private static func takesTransaction(_ parameters: FunctionParameterClauseSyntax) -> Bool {
        parameters.parameters.contains {
            let type = $0.type.trimmedDescription
            return type.hasSuffix("Database") || type.hasSuffix("Transaction")
        }
    }

    // MARK: Expressions and statements; each family has its own file

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        visitInfix(node)
        return .visitChildren
    }

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        visitInteger(node)
        return .skipChildren
    }

    override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
        visitCondition(node)
        return .visitChildren
    }

    override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
        condition(node.condition, canBeDropped: true)
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        condition(node.condition, canBeDropped: false)
        return .visitChildren
    }

    override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
        visitStatements(node)
        return .visitChildren
    }

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        visitString(node)
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if Self.isUnobservable(node) { return .skipChildren }
        visitCall(node)
        if Self.opensTransaction(node) { transactionDepth += 1 }
        return .visitChildren
    }

    override func visitPost(_ node: FunctionCallExprSyntax) {
        if !Self.isUnobservable(node), Self.opensTransaction(node) { transactionDepth -= 1 }
    }

    private static func opensTransaction(_ node: FunctionCallExprSyntax) -> Bool {
        node.trailingClosure != nil
            && ["write", "inTransaction", "writeWithoutSync", "savepoint"].contains(name(of: node))
    }

    /// The last name of what is called; empty if it has none.
    static func name(of node: FunctionCallExprSyntax) -> String {
        if let member = node.calledExpression.as(MemberAccessExprSyntax.self) {
            return member.declName.baseName.text
        }
        return node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
    }

    /// Whether no caller can observe the call: logging, and traps for mistakes of programmers.
    static func isUnobservable(_ node: FunctionCallExprSyntax) -> Bool {
        let traps = [
            "precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError",
            "exit",
        ]
        if traps.contains(name(of: node)) { return true }
        guard let member = node.calledExpression.as(MemberAccessExprSyntax.self) else {
            return false
        }
        let base = member.base?.trimmedDescription.lowercased() ?? ""
        return base.hasSuffix("logger")
            || base.hasSuffix("log")
                && ["trace", "debug", "info", "notice", "warning", "error"]
                    .contains(member.declName.baseName.text)
    }
}
