import SwiftSyntax

/// The parameter types of all functions, initializers and structs, by name and labels.
///
/// It tells without a type checker which arguments of a call have the same type: those whose types
/// are spelled alike in every declaration of that name and these labels.
struct SignatureIndex: Sendable {
    private var types: [String: Set<[String]>] = [:]

    /// Adds the declarations of a file.
    mutating func add(_ file: SourceFileSyntax) {
        let collector = Collector(viewMode: .sourceAccurate)
        collector.walk(file)
        for (name, parameters) in collector.found { types[name, default: []].insert(parameters) }
    }

    /// The first two positions whose arguments can be exchanged, if every declaration of the name
    /// has the same type there.
    func exchangeable(_ name: String, labels: [String]) -> (Int, Int)? {
        guard let candidates = types[Self.id(name, labels)] else { return nil }
        for first in labels.indices {
            for second in labels.indices.dropFirst(first + 1) {
                let isEqual = candidates.allSatisfy {
                    $0[first] == $0[second] && !$0[first].contains("inout")
                }
                if isEqual { return (first, second) }
            }
        }
        return nil
    }

    private static func id(_ name: String, _ labels: [String]) -> String {
        "\(name)(\(labels.map { "\($0):" }.joined()))"
    }

    private final class Collector: SyntaxVisitor {
        var found: [(String, [String])] = []
        private var enclosing: [String] = []

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            add(node.name.text, node.signature.parameterClause.parameters)
            return .visitChildren
        }

        override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
            if let type = enclosing.last { add(type, node.signature.parameterClause.parameters) }
            return .visitChildren
        }

        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
            enclosing.append(node.name.text)
            var (labels, types): ([String], [String]) = ([], [])
            for member in node.memberBlock.members {
                guard let variable = member.decl.as(VariableDeclSyntax.self),
                    !variable.modifiers.contains(where: { $0.name.text == "static" })
                else { continue }
                for binding in variable.bindings where binding.accessorBlock == nil {
                    guard let name = binding.pattern.as(IdentifierPatternSyntax.self),
                        let type = binding.typeAnnotation
                    else { continue }
                    labels.append(name.identifier.text)
                    types.append(type.type.trimmedDescription)
                }
            }
            if labels.count > 1 { found.append((SignatureIndex.id(node.name.text, labels), types)) }
            return .visitChildren
        }

        override func visitPost(_ node: StructDeclSyntax) { enclosing.removeLast() }

        override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
            enclosing.append(node.name.text)
            return .visitChildren
        }

        override func visitPost(_ node: ClassDeclSyntax) { enclosing.removeLast() }

        override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
            enclosing.append(node.name.text)
            return .visitChildren
        }

        override func visitPost(_ node: ActorDeclSyntax) { enclosing.removeLast() }

        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            enclosing.append(node.extendedType.trimmedDescription)
            return .visitChildren
        }

        override func visitPost(_ node: ExtensionDeclSyntax) { enclosing.removeLast() }

        private func add(_ name: String, _ parameters: FunctionParameterListSyntax) {
            let labels = parameters.map { $0.firstName.text }
            guard labels.count > 1 else { return }
            found.append(
                (SignatureIndex.id(name, labels), parameters.map { $0.type.trimmedDescription })
            )
        }
    }
}
