import Foundation
import SimulatedPhone
import Synchronization

import struct FoundationNetworking.URLRequest

/// The system's upload service.
///
/// Uploads outlive the app's process.
final class TransferSystem: PhoneService {
    /// An upload and its delivery state.
    private struct Transfer {
        enum Stage: Equatable {
            case made, waiting, running
            /// Ended, with an error code or none; not delivered yet.
            case ended(Int?)
        }

        let number: Int
        let session: String
        let request: URLRequest
        let file: URL
        let wakes: Bool
        var description: String?
        var stage = Stage.made
    }

    private struct State {
        var carry: (@Sendable (BackgroundTransfer) -> Void)?
        var transfers: [Transfer] = []
        var sessions: [String: URLSession] = [:]
        /// Sessions for which the app was launched and still expects the end of events.
        var woken: Set<String> = []
        var number = 0
    }

    /// The delay before a retry after a lost connection.
    private static let retryDelay = Duration.seconds(60)

    private weak let owner: Phone?
    private let timeline: any PhoneTimeline
    private let state = Mutex(State())

    init(phone: Phone) {
        owner = phone
        timeline = phone.timeline
    }

    static func of(_ phone: Phone) -> TransferSystem {
        phone.service { TransferSystem(phone: $0) }
    }

    var carry: (@Sendable (BackgroundTransfer) -> Void)? {
        get { state.withLock { $0.carry } }
        set {
            state.withLock { $0.carry = newValue }
            beginWaiting()
        }
    }

    var names: [String] {
        state.withLock { state in
            state.transfers.filter { [.waiting, .running].contains($0.stage) }
                .map { $0.description ?? "" }
        }
    }

    // MARK: requests of the app

    func add(_ session: URLSession) {
        state.withLock { state in
            state.sessions[session.name] = session
            let hasEndedTransfer = state.transfers.contains { transfer in
                guard case .ended = transfer.stage else { return false }
                return transfer.session == session.name
            }
            if hasEndedTransfer { state.woken.insert(session.name) }
        }
        deliverEvents(session.name)
    }

    func add(_ request: URLRequest, _ file: URL, to session: URLSession) -> Int {
        state.withLock { state in
            state.number += 1
            state.transfers.append(
                Transfer(
                    number: state.number,
                    session: session.name,
                    request: request,
                    file: file,
                    wakes: session.configuration.sessionSendsLaunchEvents
                )
            )
            return state.number
        }
    }

    func tasks(of session: URLSession) -> [URLSessionTask] {
        guard owner?.isAlive(session.generation) == true else { return [] }
        return state.withLock { $0.transfers }.filter { $0.session == session.name }.map {
            URLSessionUploadTask(session: session, number: $0.number, request: $0.request)
        }
    }

    func description(of number: Int) -> String? {
        state.withLock { $0.transfers.first { $0.number == number }?.description }
    }

    func describe(_ number: Int, as description: String?) {
        change(number) { $0.description = description }
    }

    func resume(_ number: Int, _ generation: Int) {
        guard owner?.isAlive(generation) == true else { return }
        change(number) { if $0.stage == .made { $0.stage = .waiting } }
        beginWaiting()
    }

    func cancel(_ number: Int, _ generation: Int) {
        if owner?.isAlive(generation) == true { end(number, NSURLErrorCancelled) }
    }

    private func change(_ number: Int, _ body: (inout Transfer) -> Void) {
        state.withLock { state in
            guard let index = state.transfers.firstIndex(where: { $0.number == number }) else {
                return
            }
            body(&state.transfers[index])
        }
    }

    // MARK: system

    private func beginWaiting() {
        guard let phone = owner, phone.isPoweredOn, phone.network.interface != nil else { return }
        let (ready, carry) = state.withLock { state in
            guard state.carry != nil else { return ([Transfer](), state.carry) }
            let ready = state.transfers.filter { $0.stage == .waiting }
            for index in state.transfers.indices where state.transfers[index].stage == .waiting {
                state.transfers[index].stage = .running
            }
            return (ready, state.carry)
        }
        for transfer in ready {
            guard let body = try? Data(contentsOf: transfer.file) else {
                // The file is missing; this is Foundation's error for it.
                end(transfer.number, NSURLErrorFileDoesNotExist)
                continue
            }
            let begun = BackgroundTransfer(
                system: self,
                number: transfer.number,
                request: transfer.request,
                body: body,
                description: transfer.description
            )
            timeline.schedule(after: .zero) { carry?(begun) }
        }
    }

    func interrupt(_ number: Int) {
        change(number) { if $0.stage == .running { $0.stage = .made } }
        timeline.schedule(after: Self.retryDelay) {
            self.change(number) { if $0.stage == .made { $0.stage = .waiting } }
            self.beginWaiting()
        }
    }

    func end(_ number: Int, _ error: Int?) {
        change(number) { transfer in
            if case .ended = transfer.stage { return }
            transfer.stage = .ended(error)
        }
        let transfers = state.withLock { $0.transfers }
        guard let phone = owner,
            let session = transfers.first(where: { $0.number == number })?.session
        else { return }
        if phone.process.isRunning { return deliverEvents(session) }
        let isDone = transfers.allSatisfy { transfer in
            guard transfer.session == session else { return true }
            if case .ended = transfer.stage { return true }
            return false
        }
        // The app is launched once for all uploads of a session.
        guard isDone, transfers.contains(where: { $0.session == session && $0.wakes }),
            !phone.wasForceQuit
        else { return }
        state.withLock { _ = $0.woken.insert(session) }
        if phone.process == .suspended {
            phone.allowBackgroundTime()
            deliverEvents(session)
        } else {
            phone.requestLaunch(.urlSession)
        }
    }

    /// Delivers ended uploads to a session's delegate.
    private func deliverEvents(_ name: String) {
        guard let phone = owner, let session = state.withLock({ $0.sessions[name] }) else { return }
        phone.deliver(to: session.generation) {
            let (ended, isAll) = self.state.withLock { state in
                let ended = state.transfers.filter { transfer in
                    guard case .ended = transfer.stage else { return false }
                    return transfer.session == name
                }
                return (ended, state.woken.remove(name) != nil)
            }
            let delegate = session.delegate as? any URLSessionTaskDelegate
            for transfer in ended {
                guard case .ended(let code) = transfer.stage else { continue }
                let task = URLSessionUploadTask(
                    session: session,
                    number: transfer.number,
                    request: transfer.request
                )
                let error = code.map { NSError(domain: NSURLErrorDomain, code: $0) }
                delegate?.urlSession(session, task: task, didCompleteWithError: error)
                self.state.withLock { state in
                    state.transfers.removeAll { $0.number == transfer.number }
                }
            }
            if isAll {
                session.delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: session)
            }
        }
    }

    // MARK: events of the phone

    func processDidEnd(generation: Int) {
        let isQuit = owner?.wasForceQuit == true
        // The app's objects are released outside of the lock, because a deinitializer may call
        // back.
        let (sessions, numbers) = state.withLock { state in
            let gone = (state.sessions, isQuit ? state.transfers.map(\.number) : [])
            state.sessions = [:]
            state.woken = []
            return gone
        }
        withExtendedLifetime(sessions) {
            for number in numbers { end(number, NSURLErrorCancelled) }
        }
    }

    func conditionsDidChange() {
        beginWaiting()
    }
}
