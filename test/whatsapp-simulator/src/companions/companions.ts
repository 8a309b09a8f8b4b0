import * as z from 'zod'
import type { Bundle } from '../phones/bundle.ts'
import { blob, type Database } from '../store/database.ts'

/** A linked device of an account: a company's connection. `device` is 1 or more; 0 is the phone itself. */
export type Companion = z.infer<typeof companion>

export type NewCompanion = Pick<Companion, 'number' | 'lid' | 'device'> &
  Pick<Bundle, 'identity' | 'registrationId' | 'signedPreKey'> & { noiseKey: Uint8Array }

export type OneTimeKey = { id: number; value: Uint8Array }

/** The linked devices, with the public keys they uploaded. */
export class Companions {
  #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  find(number: string, device: number): Companion | undefined {
    const sql = 'SELECT * FROM companion WHERE number = :number AND device = :device'
    return this.#database.get(companion, sql, { number, device })
  }

  of({ number }: { number: string }): Companion[] {
    const sql = 'SELECT * FROM companion WHERE number = :number ORDER BY device'
    return this.#database.all(companion, sql, { number })
  }

  /** Numbers of all accounts with a linked device. */
  linkedNumbers(): string[] {
    const row = z.object({ number: z.string() })
    return this.#database.all(row, 'SELECT DISTINCT number FROM companion', {}).map(({ number }) => number)
  }

  link(linked: NewCompanion): void {
    this.#database.run(
      `INSERT INTO companion VALUES (:number, :device, :lid, :noiseKey, :identity, :registrationId,
       :signedPreKeyId, :signedPreKey, :signedPreKeySignature, 0)`,
      {
        number: linked.number,
        device: linked.device,
        lid: linked.lid,
        noiseKey: linked.noiseKey,
        identity: linked.identity,
        registrationId: linked.registrationId,
        signedPreKeyId: linked.signedPreKey.id,
        signedPreKey: linked.signedPreKey.value,
        signedPreKeySignature: linked.signedPreKey.signature,
      },
    )
  }

  /** Unlinks a device: its waiting stanzas are deleted, and its next login fails. */
  unlink({ number, device }: Companion): void {
    this.#database.transaction(() => {
      for (const table of ['companion', 'companion_pre_key', 'undelivered_stanza', 'requested_retry']) {
        const sql = `DELETE FROM ${table} WHERE number = :number AND device = :device`
        this.#database.run(sql, { number, device })
      }
    })
  }

  markHistorySent({ number, device }: Companion): void {
    const sql = 'UPDATE companion SET history_sent = 1 WHERE number = :number AND device = :device'
    this.#database.run(sql, { number, device })
  }

  countPreKeys({ number, device }: Companion): number {
    const sql = 'SELECT count(*) AS n FROM companion_pre_key WHERE number = :number AND device = :device'
    return this.#database.get(z.object({ n: z.number() }), sql, { number, device })?.n ?? 0
  }

  /** An upload contains one-time keys and the current signed key. */
  storeKeys(
    { number, device }: Companion,
    keys: Omit<Bundle, 'preKey' | 'identity'>,
    preKeys: OneTimeKey[],
  ): void {
    this.#database.transaction(() => {
      this.#database.run(
        `UPDATE companion SET registration_id = :registrationId, signed_pre_key_id = :id,
         signed_pre_key = :value, signed_pre_key_signature = :signature
         WHERE number = :number AND device = :device`,
        { number, device, registrationId: keys.registrationId, ...keys.signedPreKey },
      )
      const sql = 'INSERT OR REPLACE INTO companion_pre_key VALUES (:number, :device, :id, :value)'
      for (const { id, value } of preKeys) this.#database.run(sql, { number, device, id, value })
    })
  }

  /** Keys for a new session with the device. The one-time key is used up. */
  takeBundle(of: Companion): Bundle {
    const preKey = this.#database.get(
      z.object({ id: z.number(), value: blob }),
      `DELETE FROM companion_pre_key WHERE number = :number AND device = :device AND id =
       (SELECT min(id) FROM companion_pre_key WHERE number = :number AND device = :device)
       RETURNING id, value`,
      { number: of.number, device: of.device },
    )
    return { registrationId: of.registrationId, identity: of.identity, signedPreKey: of.signedPreKey, preKey }
  }
}

const companion = z
  .object({
    number: z.string(),
    device: z.number(),
    lid: z.string(),
    noise_key: blob,
    identity: blob,
    registration_id: z.number(),
    signed_pre_key_id: z.number(),
    signed_pre_key: blob,
    signed_pre_key_signature: blob,
    history_sent: z.number().transform(Boolean),
  })
  .transform((row) => ({
    number: row.number,
    device: row.device,
    lid: row.lid,
    noiseKey: row.noise_key,
    identity: row.identity,
    registrationId: row.registration_id,
    signedPreKey: {
      id: row.signed_pre_key_id,
      value: row.signed_pre_key,
      signature: row.signed_pre_key_signature,
    },
    historySent: row.history_sent,
  }))
