import type { SignalKeyStore, SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'

/**
 * One message at a time changes an account's sessions with devices. The library sends under one lock, from the encryption
 * until the message has left, and decrypts under another: the one that ends last overwrites the other's session. If a
 * phone had just begun a new one, its later messages cannot be read either (reported: Baileys#2340, #2372).
 * @param keys the library's keys, which have the locks @param account the library's name of the lock for sends
 */
export function inTurn(
  repository: SignalRepositoryWithLIDStore,
  keys: SignalKeyStore,
  account: () => string | undefined,
): SignalRepositoryWithLIDStore {
  const inItsTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const lock = account()
    return lock !== undefined && hasLocks(keys) ? keys.transaction(work, lock) : work()
  }
  return {
    ...repository,
    decryptMessage: (sealed) => inItsTurn(() => repository.decryptMessage(sealed)),
    injectE2ESession: (session) => inItsTurn(() => repository.injectE2ESession(session)),
  }
}

type Locks = { transaction<T>(work: () => Promise<T>, lock: string): Promise<T> }

/** The library adds the locks before it makes a repository. */
const hasLocks = (keys: SignalKeyStore): keys is SignalKeyStore & Locks => 'transaction' in keys
