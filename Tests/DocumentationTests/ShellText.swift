/// The simple commands of some shell lines, as words without quotes, comments and redirections.
///
/// Knows what the pages use: quotes, comments, assignments, redirections, lists, pipes and
/// continued lines. Expansions stay as they are.
struct ShellText {
    private(set) var commands: [[String]] = []

    private var words: [String] = []
    private var word: String?
    private var isTarget = false

    init(_ text: String) {
        var rest = Substring(text.replacing("\\\n", with: " "))
        while let character = rest.popFirst() {
            switch character {
            case "'", "\"":
                let quoted = rest.prefix { $0 != character }
                rest = rest.dropFirst(quoted.count + 1)
                word = (word ?? "") + quoted
            case "#" where word == nil:
                rest = rest.drop { $0 != "\n" }
            case " ", "\t":
                endWord()
            case ">", "<":
                // Between a descriptor and the file.
                if word.map({ $0.allSatisfy(\.isNumber) }) == true { word = nil }
                endWord()
                isTarget = true
            case "\n", ";", "|", "&", "(", ")":
                endCommand()
            default:
                word = (word ?? "") + String(character)
            }
        }
        endCommand()
    }

    private mutating func endWord() {
        guard let word else { return }
        if !isTarget { words.append(word) }
        (self.word, isTarget) = (nil, false)
    }

    private mutating func endCommand() {
        endWord()
        if !words.isEmpty { commands.append(words) }
        words = []
    }
}
