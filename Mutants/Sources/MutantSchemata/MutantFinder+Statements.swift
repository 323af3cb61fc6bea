import SwiftSyntax

extension MutantFinder {
    func visitStatements(_ list: CodeBlockItemListSyntax) {
        guard list.parent?.is(SourceFileSyntax.self) != true, !isValue(list) else { return }
        var previous: (item: ExprSyntax, text: String)?
        let isInInitializer = isInInitializer(list)
        let unset = unsetNames(around: list)
        for statement in list {
            guard case .expr(let expression) = statement.item,
                isDroppable(expression, isInInitializer: isInInitializer, unset: unset)
            else {
                previous = nil
                continue
            }
            let text = oneLine(expression)
            if transactionDepth > 0, let text, let before = previous, before.text != text,
                !areIndependent(before.item, expression)
            {
                exchange(before, (expression, text))
                // Pairs do not overlap.
                previous = nil
            } else {
                previous = text.map { (expression, $0) }
            }
            drop(expression)
        }
    }

    private func drop(_ expression: ExprSyntax) {
        let change = Change(
            kind: .droppedStatement,
            original: expression.trimmedDescription,
            replacement: "(nothing)"
        )
        add(expression, [change]) { number, indices in
            edits.wrap(
                range(expression),
                "if mutantIsOff(\(number)) { ",
                " }",
                mutants: indices
            )
        }
    }

    private func exchange(
        _ first: (item: ExprSyntax, text: String),
        _ second: (item: ExprSyntax, text: String)
    ) {
        let change = Change(
            kind: .swappedStatements,
            original: "\(first.text); \(second.text)",
            replacement: "\(second.text); \(first.text)"
        )
        add(first.item, [change]) { number, indices in
            edits.wrap(
                range(first.item).lowerBound..<range(second.item).upperBound,
                "if mutantIsOn(\(number)) { \(second.text); \(first.text) } else { ",
                " }",
                mutants: indices
            )
        }
    }

    /// Whether the order of two statements has no effect: they bind parameters of one SQL statement,
    /// or they are assignments of which neither names what the other assigns.
    private func areIndependent(_ first: ExprSyntax, _ second: ExprSyntax) -> Bool {
        if let binding = boundStatement(first), binding == boundStatement(second) { return true }
        let targets = [first, second].map(assignedNames)
        guard let ours = targets[0], let theirs = targets[1] else { return false }
        let (text, other) = (first.trimmedDescription, second.trimmedDescription)
        return !ours.contains(where: other.contains) && !theirs.contains(where: text.contains)
    }

    /// `statement` of `statement.bind(1, value)`.
    private func boundStatement(_ expression: ExprSyntax) -> String? {
        guard
            let call = expression.as(FunctionCallExprSyntax.self), Self.name(of: call) == "bind",
            let member = call.calledExpression.as(MemberAccessExprSyntax.self)
        else { return nil }
        return member.base?.trimmedDescription
    }

    /// The left sides of an assignment; `nil` for other statements.
    private func assignedNames(_ expression: ExprSyntax) -> [String]? {
        guard let infix = expression.as(InfixOperatorExprSyntax.self) else { return nil }
        guard let tuple = infix.leftOperand.as(TupleExprSyntax.self) else {
            return [infix.leftOperand.trimmedDescription]
        }
        return tuple.elements.map(\.expression.trimmedDescription)
    }

    /// Whether the list is the value of a function, closure or accessor by being its only
    /// expression.
    private func isValue(_ list: CodeBlockItemListSyntax) -> Bool {
        guard list.count == 1, let owner = list.parent else { return false }
        if owner.is(AccessorBlockSyntax.self) { return true }
        if let closure = owner.as(ClosureExprSyntax.self) { return !isStatement(closure) }
        guard let function = owner.parent else { return false }
        if let function = function.as(FunctionDeclSyntax.self) {
            return function.signature.returnClause != nil
        }
        if let accessor = function.as(AccessorDeclSyntax.self) {
            return accessor.accessorSpecifier.text == "get"
        }
        return false
    }

    /// Whether the closure is an argument of a call statement, whose result is not used.
    private func isStatement(_ closure: ClosureExprSyntax) -> Bool {
        guard var node = closure.parent, node.is(FunctionCallExprSyntax.self) else { return false }
        while let next = node.parent, next.is(TryExprSyntax.self) || next.is(AwaitExprSyntax.self) {
            node = next
        }
        guard let list = node.parent?.parent?.as(CodeBlockItemListSyntax.self) else {
            return false
        }
        return !isValue(list)
    }

    private func isDroppable(
        _ expression: ExprSyntax,
        isInInitializer: Bool,
        unset: Set<String>
    ) -> Bool {
        var inner = expression
        while true {
            if let tried = inner.as(TryExprSyntax.self) {
                inner = tried.expression
            } else if let awaited = inner.as(AwaitExprSyntax.self) {
                inner = awaited.expression
            } else {
                break
            }
        }
        if let call = inner.as(FunctionCallExprSyntax.self) {
            return !Self.isUnobservable(call) && Self.name(of: call) != "init"
        }
        guard let infix = inner.as(InfixOperatorExprSyntax.self) else { return false }
        let sign = infix.operator.trimmedDescription
        guard sign == "=" || ["+=", "-=", "*=", "|=", "&="].contains(sign) else { return false }
        if isInInitializer, sign == "=" { return false }
        let names = infix.leftOperand.trimmedDescription
            .split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        return unset.isDisjoint(with: names.map(String.init))
    }

    private func isInInitializer(_ list: CodeBlockItemListSyntax) -> Bool {
        var owner = list.parent
        while let node = owner {
            if node.is(InitializerDeclSyntax.self) { return true }
            if node.is(FunctionDeclSyntax.self) || node.is(ClosureExprSyntax.self) { return false }
            owner = node.parent
        }
        return false
    }

    /// Names that an enclosing function declares without a value: an assignment must give them one.
    private func unsetNames(around list: CodeBlockItemListSyntax) -> Set<String> {
        var names: Set<String> = []
        var owner: Syntax? = Syntax(list)
        while let node = owner {
            if let items = node.as(CodeBlockItemListSyntax.self) {
                for item in items {
                    guard case .decl(let decl) = item.item,
                        let variable = decl.as(VariableDeclSyntax.self)
                    else { continue }
                    for binding in variable.bindings
                    where binding.initializer == nil && binding.accessorBlock == nil
                        && (variable.bindingSpecifier.text == "let"
                            || binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) != true)
                    {
                        let text = binding.pattern.trimmedDescription
                        for name in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
                            names.insert(String(name))
                        }
                    }
                }
            }
            if node.is(FunctionDeclSyntax.self) { break }
            owner = node.parent
        }
        return names
    }
}
