import TrendyFileImport
import TrendyLocalization
import TrendyWeb

extension ImportSpool {
    /// Starts the imports that a shutdown or a crash ended.
    func resume() {
        startQueue()
    }

    /// Ends the running import, which starts again with the next process.
    package func stop() async {
        isStopped = true
        running?.task.cancel()
        queue?.cancel()
        await queue?.value
    }

    /// Imports the complete uploads one after another.
    func startQueue() {
        guard queue == nil, !isStopped else { return }
        // Owned here: `stop()` ends and awaits it.
        queue = Task(name: "import queue") {
            while !isStopped, let next = records.first(where: { $0.state == .waiting }) {
                await runImport(next)
            }
            queue = nil
        }
    }

    private func runImport(_ record: UploadRecord) async {
        let id = record.id
        guard record.attempts < limits.attempts else {
            return finish(id, .failed(Strings.WebTransfer.endedRepeatedly()))
        }
        let earlier = Set(
            records.compactMap { other -> String? in
                guard case .done = other.state, !other.repeats else { return nil }
                return other.digest
            }
        )
        let progress = ImportProgressBox()
        let path = dataPath(id)
        do {
            // Counted before it starts: an import that ends the process must not do so forever.
            try update(id) { $0.attempts += 1 }
            let file = try await importer.examine(path, on: executor)
            try update(id) { record in
                record.digest = file.digest
                record.repeats = file.kind == .gpx
            }
            if file.kind != .gpx, earlier.contains(file.digest) {
                return finish(id, .done(WebImportReport(isRepeated: true)))
            }
            let task = Task(name: "import", executorPreference: executor) { [importer] in
                try await importer.run(path, as: file.kind, zone: record.zone) {
                    progress.set($0)
                }
            }
            running = Running(id: id, progress: progress, task: task)
            defer { running = nil }
            finish(id, .done(try await task.value))
        } catch is CancellationError where isStopped {
            // It starts again with the next process.
            try? update(id) { $0.attempts -= 1 }  // counted once too often otherwise
        } catch {
            // Nothing when the import was removed.
            finish(id, .failed(ImportFailureText.text(for: error)))
        }
    }

    /// Keeps the result of an import and deletes its file.
    private func finish(_ id: String, _ state: UploadRecord.State) {
        do {
            try update(id) { $0.state = state }
        } catch {
            // The result is lost with the process, and the import is repeated, which adds nothing.
            guard let index = records.firstIndex(where: { $0.id == id }) else { return }
            records[index].state = state
        }
        removeData(id)
    }
}
