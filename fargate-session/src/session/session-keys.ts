import { settled } from '@recado/shared/settled'
import { AuthState } from '../auth-state/auth-state.ts'
import { AuthRows } from '../auth-state/rows.ts'
import { countUnfinished } from '../auth-state/unfinished-writes.ts'
import type { ServicePorts } from '../ports/ports.ts'
import type { SessionOwner } from './session-owner.ts'

/** WhatsApp's keys of one connection, opened for one socket after the other. */
export class SessionKeys {
  readonly #ports: Pick<ServicePorts, 'authTable' | 'keys'>
  readonly #owner: SessionOwner
  readonly #onFailure: (error: unknown) => void
  #rows: AuthRows | undefined
  #auth: AuthState | undefined

  /** @param onFailure called when keys could not be stored: the session must end, since its next owner would lack them */
  constructor(
    ports: Pick<ServicePorts, 'authTable' | 'keys'>,
    owner: SessionOwner,
    onFailure: (error: unknown) => void,
  ) {
    this.#ports = ports
    this.#owner = owner
    this.#onFailure = onFailure
  }

  /** The credentials of the current socket; undefined before the first one. */
  get creds(): AuthState['creds'] | undefined {
    return this.#auth?.creds
  }

  /** The stored keys, for a new socket. The one before it can no longer change them. @throws FenceLost */
  async open(): Promise<AuthState> {
    this.#rows = await this.#openRows()
    // A failed write was reported to onFailure already.
    await settled(this.#auth?.close())
    this.#auth = await AuthState.open(this.#rows, this.#onFailure)
    return this.#auth
  }

  /** Resolves when all changes are stored. Later ones are refused. @throws the error of a failed write */
  async close(): Promise<void> {
    await this.#auth?.close()
  }

  /** Deletes all keys. @param forGood also deletes the owner row */
  async shred(forGood = false): Promise<void> {
    this.#rows ??= await this.#openRows()
    await this.#rows.shred(forGood)
  }

  /**
   * Deletes all keys after this work. The connection's next session in this process opens its keys only then: their
   * data key would be deleted too.
   */
  async shredAfter(work: Promise<void>): Promise<void> {
    const rows = this.#rows ?? (await this.#openRows())
    await countUnfinished(
      rows.connection,
      work.then(() => rows.shred()),
    )
  }

  #openRows(): Promise<AuthRows> {
    return AuthRows.open(this.#ports.authTable, this.#ports.keys, this.#owner)
  }
}
