import TrendyModel
import TrendyServer

/// The notices of another store, which closes them.
struct SharedChangeBus: ChangeBus {
    let base: any ChangeBus

    func changed(_ account: EntityID) { base.changed(account) }

    func listen(to account: EntityID) -> Broadcaster<EntityID>.Listener {
        base.listen(to: account)
    }

    func count(of account: EntityID) -> Int { base.count(of: account) }
}
