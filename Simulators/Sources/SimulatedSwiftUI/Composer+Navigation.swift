package import SwiftUI

extension Composer {
    /// Shows the page on top, with the bars around it.
    package static func composeNavigationStack(
        _ element: inout ScreenNode,
        _ node: ViewNode,
        _ composer: Composer
    ) {
        let pages = node.children.flatMap { Self.pages(from: $0) }
        guard let page = pages.last else { return }
        let bar = NavigationBarComposer(
            composer: composer,
            stack: node,
            page: page,
            previous: pages.dropLast().last
        )
        var content = composer.children(of: page)
        let hasFocus = content.contains { $0.flattened.contains { $0.traits.contains(.focused) } }
        content += bar.bottomBars(hasFocus: hasFocus)
        element.children = bar.navigationBar().map { [$0] + content } ?? content
    }

    /// A page of the path and those that its views present above it.
    private static func pages(from page: ViewNode) -> [ViewNode] {
        [page]
            + page.upward(NavigationPage.PresentedKey.self)
            .flatMap { $0.children.filter { $0.key == .slot("destination") } }
            .flatMap { pages(from: $0) }
    }
}

/// Makes the bars of a page from what its views give.
@MainActor
struct NavigationBarComposer {
    private enum Part {
        static let bar = 0
        static let back = 1
        static let backLabel = 2
        static let title = 3
        static let bottomBar = 4
        static let keyboardBar = 5
    }

    let composer: Composer
    let stack: ViewNode
    let page: ViewNode
    let previous: ViewNode?

    func navigationBar() -> ScreenNode? {
        let searchFields = composer.searchFields(of: page) + composer.searchFields(around: stack)
        if isHidden(.navigationBar) { return nil }
        var bar = ScreenNode(part: Part.bar, of: page.id, role: .navigationBar)
        bar.layout = .horizontal(.center, spacing: nil)
        bar.style = [.named("navigationBar", isLarge ? "large" : "inline")]
        if let background = background(of: .navigationBar) {
            bar.style.append(.background(background, nil))
        }
        let principal = items(.center)
        bar.children += backButton.map { [$0] } ?? []
        bar.children += items(.leading)
        bar.children += principal.isEmpty ? title.map { [$0] } ?? [] : principal
        bar.children += items(.trailing)
        bar.children += searchFields
        return bar
    }

    func bottomBars(hasFocus: Bool) -> [ScreenNode] {
        var bars: [ScreenNode] = []
        if !isHidden(.bottomBar) { bars += toolbar(.bottom, Part.bottomBar, "bottom") }
        if hasFocus { bars += toolbar(.keyboard, Part.keyboardBar, "keyboard") }
        return bars
    }

    private func toolbar(
        _ area: ToolbarItemPlacement.Area,
        _ part: Int,
        _ name: String
    ) -> [ScreenNode] {
        var bar = ScreenNode(part: part, of: page.id, role: .toolbar)
        bar.layout = .horizontal(.center, spacing: nil)
        bar.style = [.named("toolbar", name)]
        bar.children = items(area)
        return bar.children.isEmpty ? [] : [bar]
    }

    private var titleText: String? {
        page.upward(NavigationTitleKey.self).first?.string(in: page.environment)
    }

    private var title: ScreenNode? {
        titleText.map { text in
            var title = ScreenNode.text(text, part: Part.title, of: page.id)
            title.traits.insert(.header)
            title.headingLevel = 1
            title.style = [.named("navigationTitle", isLarge ? "large" : "inline")]
            return title
        }
    }

    /// Large on the root and where it is asked for.
    private var isLarge: Bool {
        switch page.upward(NavigationTitleDisplayModeKey.self).first {
        case .large: true
        case .inline: false
        case .automatic, nil: previous == nil
        }
    }

    private var backButton: ScreenNode? {
        guard let previous, let dismiss = page.ownUpward(NavigationPage.Key.self),
            page.upward(NavigationBackButtonHiddenKey.self).first != true
        else { return nil }
        var button = ScreenNode(part: Part.back, of: page.id, role: .button)
        button.style = [.named("button", "back")]
        button.identifier = "BackButton"
        let title = previous.upward(NavigationTitleKey.self).first?
            .string(in: previous.environment)
        let back = SystemWord.back.text(in: page.environment.locale)
        button.children = [.text(title ?? back, part: Part.backLabel, of: page.id)]
        button.handlers[.activate] = { _ in dismiss() }
        button.handlers[.goBack] = { _ in dismiss() }
        return button
    }

    private func items(_ area: ToolbarItemPlacement.Area) -> [ScreenNode] {
        page.upward(ToolbarKey.self)
            .flatMap { composer.slot("toolbar", of: $0) }
            .filter { ($0.payload as? ToolbarItemPlacement)?.area == area }
            .filter { !$0.children.isEmpty }
    }

    private func isHidden(_ bar: ToolbarPlacement) -> Bool {
        page.upward(ToolbarVisibility.Key.self)
            .first { $0.bars.contains(bar) || $0.bars.contains(.automatic) || $0.bars.isEmpty }?
            .visibility == .hidden
    }

    private func background(of bar: ToolbarPlacement) -> Paint? {
        page.upward(ToolbarBackground.Key.self)
            .first { $0.bars.contains(bar) || $0.bars.isEmpty }?
            .paint(page.environment)
    }
}
