/// Rejects passwords that guessing programs try first: common words with the usual decorations,
/// sequences of the keyboard and the alphabet, repetitions.
///
/// A word matches with any digits and punctuation around it and with digits for letters:
/// `P@ssw0rd2026!` is `password`.
enum CommonPasswords {
    /// Whether a lowercase password is common.
    static func contains(_ password: String) -> Bool {
        let characters = Array(password)
        if isRepetition(characters) || isSequence(characters) || isKeyboardRun(password) {
            return true
        }
        let withoutSuffix = password.prefix(upTo: endOfLetters(password))
        let word = withoutSuffix.drop { !$0.isLetter }
        return [password[...], withoutSuffix, word].contains { (candidate: Substring) -> Bool in
            // A digit 1 can replace an i or an l.
            words.contains(String(candidate))
                || words.contains(spelled(candidate, one: "i"))
                || words.contains(spelled(candidate, one: "l"))
        }
    }

    /// The word with letters in place of the digits and signs that stand for them.
    private static func spelled(_ word: Substring, one: Character) -> String {
        let letters = word.map { (character: Character) -> Character in
            character == "1" ? one : plain[character] ?? character
        }
        return String(letters)
    }

    private static func endOfLetters(_ text: String) -> String.Index {
        text.lastIndex(where: \.isLetter).map { text.index(after: $0) } ?? text.startIndex
    }

    /// Whether one group of characters repeats, spaces included.
    private static func isRepetition(_ characters: [Character]) -> Bool {
        (1...max(1, characters.count / 2)).contains { period in
            characters.indices.dropFirst(period).allSatisfy {
                characters[$0] == characters[$0 - period]
            }
        }
    }

    /// Whether each character follows the previous one, upwards or downwards.
    private static func isSequence(_ characters: [Character]) -> Bool {
        let values = characters.map { $0.unicodeScalars.first.map { Int($0.value) } ?? 0 }
        let steps = zip(values.dropFirst(), values).map { $0 - $1 }
        // The sequence from 9 to 0 counts as well.
        return [1, -1].contains { step in
            steps.allSatisfy { $0 == step || $0 == -9 * step }
        }
    }

    private static func isKeyboardRun(_ password: String) -> Bool {
        keyboardRuns.contains { run in
            run.contains(password) || String(run.reversed()).contains(password)
        }
    }

    private static let keyboardRuns = [
        "qwertyuiop[]", "qwertzuiop", "azertyuiop", "asdfghjkl;'", "zxcvbnm,./", "`1234567890-=",
        "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
        "qazwsxedcrfvtgbyhnujmikolp", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0",
        "123qweasdzxc", "qweasdzxc123", "qwe123qwe123", "asdf1234asdf1234", "1234qwerasdfzxcv",
        "abcd1234abcd1234", "a1b2c3d4e5f6g7h8",
    ]

    private static let plain: [Character: Character] = [
        "0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g", "@": "a", "$": "s",
        "!": "i", "|": "l",
    ]

    private static let words = Set(
        """
        password passwort passwords mypassword motdepasse contrasena contraseña senha wachtwoord haslo
        parola pass passw passwd passphrase secret topsecret geheim changeme changeit letmein letmeinnow
        welcome willkommen bienvenue welcomeback admin administrator root user username guest default
        login loginlogin access master masterkey system server superuser test testing testtest tester
        temp temporary example sample demo qwerty qwertz azerty qwertyui qwertyuiop asdf asdfasdf asdfgh
        asdfghjk asdfghjkl zxcvbn zxcvbnm abc abcd abcdef abcdefg abcdefgh iloveyou iloveu ilovegod
        lovely loveme lovelove loveyou sweetheart sweety darling honey honeybee babygirl babyboy princess
        prince queen king angel angels heaven jesus jesuschrist christ church blessed blessing god faith
        sunshine sunflower sunday monday tuesday wednesday thursday friday saturday summer winter spring
        autumn january february march april may june july august september october november december
        football footballer soccer baseball basketball softball hockey tennis golf golfer swimming
        liverpool chelsea arsenal barcelona realmadrid juventus manchester manutd bayern yankees cowboys
        steelers lakers eagles packers dragon monkey tiger lion panther wolf eagle falcon horse butterfly
        dolphin elephant penguin turtle rabbit kitten kitty puppy doggie buster bailey shadow smokey
        superman batman spiderman ironman wolverine starwars startrek pokemon pikachu mickey mickeymouse
        minnie donald snoopy garfield tinkerbell harrypotter hogwarts gandalf legolas frodo matrix
        michael jennifer jessica michelle ashley daniel andrew joshua matthew robert thomas william
        charlie jordan hunter hannah amanda nicole samantha elizabeth stephanie victoria alexander
        alexandra anthony benjamin brandon christian christopher david george jonathan joseph kimberly
        maria martin melissa nicholas patrick rebecca richard samuel sandra steven vanessa veronica
        mustang ferrari porsche mercedes corvette camaro harley yamaha honda toyota suzuki ducati bmw
        computer internet google facebook twitter instagram youtube linkedin microsoft windows apple
        iphone android samsung nintendo playstation xbox minecraft fortnite roblox callofduty warcraft
        chocolate cookie cookies banana orange strawberry cheese pepper ginger coffee pizza chicken peanut
        purple yellow silver golden diamond crystal rainbow flower flowers forever friends friend family
        mother father sister brother mommy daddy grandma freedom liberty america american canada england
        london paris berlin newyork california texas florida chicago boston hello helloworld hellohello
        goodbye goodmorning thankyou whatever nothing something anything blahblah fuckyou fuckoff asshole
        bullshit biteme killer hacker hackme ninja samurai warrior soldier marine army navy trustno
        trustme opensesame abracadabra magic lucky luckyday success winner champion money dollar rich
        million business company office manager security secure private protect health fitness workout
        trendy tracker steps heartrate sleep running runner
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    )
}
