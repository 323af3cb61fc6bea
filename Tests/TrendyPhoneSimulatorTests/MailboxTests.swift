import Foundation
import Testing

@testable import TrendyPhoneSimulator

@Suite("The mailbox between threads")
struct MailboxTests {
    @Test("Letters are taken once, in the order of their posting")
    func order() {
        let box = Mailbox<Int>()
        for letter in 1...3 { box.post(letter) }

        #expect(box.take(isWaiting: false) == [1, 2, 3])
        #expect(box.take(isWaiting: false).isEmpty)
    }

    @Test("A reader that waits gets a letter that another thread posts later")
    func waiting() {
        let box = Mailbox<Int>()
        let thread = Thread { box.post(7) }
        thread.start()

        #expect(box.take(isWaiting: true) == [7])
    }

    @Test("No letter of several threads is lost")
    func threads() {
        let box = Mailbox<Int>()
        for writer in 0..<4 {
            Thread { for letter in 0..<100 { box.post(writer * 100 + letter) } }.start()
        }
        var letters: [Int] = []

        while letters.count < 400 { letters += box.take(isWaiting: true) }

        #expect(letters.sorted() == Array(0..<400))
        let ofFirst = letters.filter { $0 < 100 }
        #expect(ofFirst == ofFirst.sorted())
    }
}
