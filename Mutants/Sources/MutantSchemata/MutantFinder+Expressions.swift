import SwiftSyntax

extension MutantFinder {
    func visitInfix(_ node: InfixOperatorExprSyntax) {
        guard let token = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else { return }
        switch token.text {
        case "<": comparison(node, token, "mutantLess", "<=")
        case "<=": comparison(node, token, "mutantLessOrEqual", "<")
        case ">": comparison(node, token, "mutantGreater", ">=")
        case ">=": comparison(node, token, "mutantGreaterOrEqual", ">")
        case "&&": operands(node, token.text, "mutantTrue", "true")
        case "||": operands(node, token.text, "mutantFalse", "false")
        case "+", "-", "+=", "-=": step(node, token)
        case "??": fallback(node)
        default: break
        }
    }

    private func comparison(
        _ node: InfixOperatorExprSyntax,
        _ token: TokenSyntax,
        _ function: String,
        _ other: String
    ) {
        let change = Change(
            kind: .boundary,
            original: node.trimmedDescription,
            replacement: "\(node.leftOperand.trimmedDescription) \(other) "
                + node.rightOperand.trimmedDescription
        )
        add(node, [change]) { number, indices in
            edits.wrap(range(node), "\(function)(\(number), ", ")", mutants: indices)
            edits.replace(range(token), with: ",")
        }
    }

    private func operands(
        _ node: InfixOperatorExprSyntax,
        _ sign: String,
        _ function: String,
        _ value: String
    ) {
        for operand in [node.leftOperand, node.rightOperand] {
            let inner = operand.as(InfixOperatorExprSyntax.self)?.operator.trimmedDescription
            guard inner != sign else { continue }
            let change = Change(
                kind: .droppedCondition,
                original: operand.trimmedDescription,
                replacement: value
            )
            add(operand, [change]) { number, indices in
                edits.wrap(range(operand), "\(function)(\(number), ", ")", mutants: indices)
            }
        }
    }

    private func step(_ node: InfixOperatorExprSyntax, _ token: TokenSyntax) {
        guard let one = node.rightOperand.as(IntegerLiteralExprSyntax.self),
            one.literal.text == "1"
        else { return }
        let change = Change(
            kind: .offByOne,
            original: node.trimmedDescription,
            replacement: node.leftOperand.trimmedDescription
        )
        add(one, [change]) { number, indices in
            edits.wrap(range(one), "mutantValue(\(number), ", ", 0)", mutants: indices)
        }
    }

    private func fallback(_ node: InfixOperatorExprSyntax) {
        let left = node.leftOperand
        let change = Change(
            kind: .ignoredValue,
            original: node.trimmedDescription,
            replacement: node.rightOperand.trimmedDescription
        )
        add(left, [change]) { number, indices in
            edits.wrap(range(left), "mutantNil(\(number), ", ")", mutants: indices)
        }
        let right = node.rightOperand
        let other: String
        switch right.trimmedDescription {
        case "0": other = "1"
        case "1": other = "0"
        case "true": other = "false"
        case "false": other = "true"
        default: return
        }
        let changed = Change(
            kind: .changedDefault,
            original: node.trimmedDescription,
            replacement: "\(left.trimmedDescription) ?? \(other)"
        )
        add(right, [changed]) { number, indices in
            edits.wrap(range(right), "mutantValue(\(number), ", ", \(other))", mutants: indices)
        }
    }

    func visitInteger(_ node: IntegerLiteralExprSyntax) {
        let other: String
        switch node.literal.text.replacing("_", with: "") {
        case "60": other = "1"
        case "1000": other = "1"
        case "3600": other = "60"
        case "86400": other = "3600"
        default: return
        }
        let change = Change(
            kind: .changedUnit,
            original: node.parent?.trimmedDescription ?? node.literal.text,
            replacement: other
        )
        add(node, [change]) { number, indices in
            edits.wrap(range(node), "mutantValue(\(number), ", ", \(other))", mutants: indices)
        }
    }

    func visitCondition(_ node: ConditionElementSyntax) {
        guard let expression = node.condition.as(ExprSyntax.self) else { return }
        var owner = node.parent
        while let next = owner, next.is(ConditionElementListSyntax.self) { owner = next.parent }
        condition(expression, canBeDropped: owner?.is(WhileStmtSyntax.self) != true)
    }

    /// The mutants of a condition as a whole.
    func condition(_ expression: ExprSyntax, canBeDropped: Bool) {
        guard !expression.is(BooleanLiteralExprSyntax.self) else { return }
        let text = expression.trimmedDescription
        let negated = Change(
            kind: .negatedCondition,
            original: text,
            replacement: "!(\(text))"
        )
        let sign = expression.as(InfixOperatorExprSyntax.self)?.operator.trimmedDescription
        // Operands are dropped one by one.
        guard canBeDropped, sign != "&&", sign != "||" else {
            return add(expression, [negated]) { number, indices in
                edits.wrap(range(expression), "mutantNegated(\(number), ", ")", mutants: indices)
            }
        }
        let dropped = Change(kind: .droppedCondition, original: text, replacement: "true")
        add(expression, [negated, dropped]) { number, indices in
            edits.wrap(
                range(expression),
                "mutantCondition(\(number), \(number + 1), ",
                ")",
                mutants: indices
            )
        }
    }

    func visitCall(_ node: FunctionCallExprSyntax) {
        let arguments = Array(node.arguments)
        guard arguments.count > 1, node.trailingClosure == nil,
            let pair = signatures.exchangeable(
                Self.callee(node),
                labels: arguments.map { $0.label?.text ?? "_" }
            ),
            let text = oneLine(node)
        else { return }
        let (first, second) = (arguments[pair.0].expression, arguments[pair.1].expression)
        let (start, end) = (range(node).lowerBound, range(node).upperBound)
        guard first.trimmedDescription != second.trimmedDescription,
            !first.trimmedDescription.hasPrefix("&")
        else { return }
        func bytes(_ from: Int, _ to: Int) -> String {
            String(decoding: source[from..<to], as: UTF8.self)
        }
        let (a, b) = (range(first), range(second))
        let swapped = Self.collapsed(
            bytes(start, a.lowerBound) + bytes(b.lowerBound, b.upperBound)
                + bytes(a.upperBound, b.lowerBound) + bytes(a.lowerBound, a.upperBound)
                + bytes(b.upperBound, end)
        )
        let change = Change(kind: .swappedArguments, original: text, replacement: swapped)
        add(node, [change]) { number, indices in
            edits.wrap(
                range(node),
                "(mutantIsOn(\(number)) ? \(swapped) : ",
                ")",
                mutants: indices
            )
        }
    }

    /// The name under which the callee's declaration is indexed: an initializer under its type.
    private static func callee(_ node: FunctionCallExprSyntax) -> String {
        let name = name(of: node)
        guard name == "init",
            let type = node.calledExpression.as(MemberAccessExprSyntax.self)?.base
        else { return name }
        return type.trimmedDescription
    }
}
