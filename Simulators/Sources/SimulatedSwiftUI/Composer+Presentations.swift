internal import Foundation
package import SwiftUI

extension Composer {
    /// What views present over the screen, in the order of presentation.
    ///
    /// - Parameters:
    ///   - node: Where to search.
    ///   - menu: Closes the menu around; an item of a menu inside closes both.
    /// - Returns: The elements to show over the screen.
    func presentations(
        from node: ViewNode,
        inside menu: (@MainActor () -> Void)? = nil
    ) -> [ScreenNode] {
        var found: [ScreenNode] = []
        var menu = menu
        if var presentation = node.ownUpward(Presentation.Key.self) {
            if presentation.kind == .menu {
                let (dismiss, outer) = (presentation.dismiss, menu)
                presentation.dismiss = {
                    dismiss()
                    outer?()
                }
                menu = presentation.dismiss
            }
            found.append(element(of: presentation))
        }
        for child in node.children { found += presentations(from: child, inside: menu) }
        return found
    }

    private func element(of presentation: Presentation) -> ScreenNode {
        switch presentation.kind {
        case .sheet, .fullScreenCover, .popover: sheet(presentation)
        case .alert, .confirmationDialog: dialog(presentation)
        case .menu: menu(presentation)
        }
    }

    private func sheet(_ presentation: Presentation) -> ScreenNode {
        var sheet = ScreenNode(part: 8, of: presentation.node.id, role: .sheet)
        sheet.traits = [.modal]
        sheet.layout = .vertical(.center, spacing: 0)
        let content = presentation.node.children.first { $0.key == .slot("presentation") }
        let detents = content?.upward(PresentationDetentsKey.self).first ?? [.large]
        sheet.payload = SheetLook(
            isFullScreen: presentation.kind == .fullScreenCover,
            detents: detents,
            dragIndicator: content?.upward(PresentationDragIndicatorKey.self).first ?? .automatic
        )
        let isFixed = content?.upward(InteractiveDismissDisabledKey.self).first ?? false
        if presentation.kind != .fullScreenCover, !isFixed {
            sheet.handlers[.dismiss] = { _ in presentation.dismiss() }
        }
        sheet.children = content.map { children(of: $0) } ?? []
        return sheet
    }

    private func dialog(_ presentation: Presentation) -> ScreenNode {
        let node = presentation.node
        let isAlert = presentation.kind == .alert
        var dialog = ScreenNode(
            part: 9,
            of: node.id,
            role: isAlert ? .alert : .confirmationDialog
        )
        dialog.traits = [.modal]
        dialog.layout = .vertical(.center, spacing: nil)
        dialog.explicitLabel = presentation.title
        if presentation.showsTitle, let title = presentation.title, !title.isEmpty {
            var text = ScreenNode.text(title, part: 10, of: node.id)
            text.traits = [.header]
            dialog.children.append(text)
        }
        dialog.children += slot("message", of: node)
        var actions = slot("presentation", of: node).map { $0.ending(presentation.dismiss) }
        let buttons = actions.flatMap(\.flattened).filter { $0.role == .button }
        let needsButton =
            isAlert ? buttons.isEmpty : !buttons.contains { $0.traits.contains(.cancel) }
        if needsButton {
            var button = ScreenNode(part: 11, of: node.id, role: .button)
            let word = isAlert ? SystemWord.ok : .cancel
            let text = word.text(in: node.environment.locale)
            button.children = [.text(text, part: 12, of: node.id)]
            button.traits = isAlert ? [] : [.cancel]
            button.handlers[.activate] = { _ in presentation.dismiss() }
            actions.append(button)
        }
        if !isAlert { dialog.handlers[.dismiss] = { _ in presentation.dismiss() } }
        dialog.children += actions
        return dialog
    }

    private func menu(_ presentation: Presentation) -> ScreenNode {
        var menu = ScreenNode(part: 13, of: presentation.node.id, role: .menu)
        menu.traits = [.modal]
        menu.layout = .vertical(.leading, spacing: 0)
        menu.handlers[.dismiss] = { _ in presentation.dismiss() }
        menu.children = slot("presentation", of: presentation.node)
            .map { $0.ending(presentation.dismiss) }
        return menu
    }
}

/// How a sheet is shown.
package struct SheetLook {
    package let isFullScreen: Bool
    package let detents: Set<PresentationDetent>
    package let dragIndicator: Visibility
}

extension ScreenNode {
    /// The element with buttons and choices that end a presentation after their action.
    fileprivate func ending(_ dismiss: @escaping @MainActor () -> Void) -> ScreenNode {
        // A menu inside of a menu opens.
        if style.contains(.named("button", "menu")) { return self }
        var copy = self
        for name in [HandlerName.activate, .change] {
            guard role != .textField, role != .secureField, let action = handlers[name]
            else { continue }
            copy.handlers[name] = { value in
                action(value)
                dismiss()
            }
        }
        copy.children = children.map { $0.ending(dismiss) }
        return copy
    }
}
