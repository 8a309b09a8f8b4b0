import type { SignalCreds } from '@whiskeysockets/baileys'
import * as z from 'zod'
import { blob, type Database } from '../store/database.ts'
import { createIdentity } from './identity.ts'
import { Phone } from './phone.ts'

/** Every account's phone. Its keys are created at the first use, and stored. */
export class Phones {
  #database: Database
  #phones = new Map<string, Phone>()
  #lane: Promise<unknown> = Promise.resolve()

  constructor(database: Database) {
    this.#database = database
  }

  of({ number }: { number: string }): Phone {
    const known = this.#phones.get(number)
    if (known) return known
    const phone = new Phone(this.#database, number, this.#loadIdentity(number) ?? this.#makeIdentity(number))
    this.#phones.set(number, phone)
    return phone
  }

  /**
   * Runs the Signal work of all phones one at a time, in the order of the calls. It waits for nothing else, so a
   * lane per phone would not be faster, and it cannot deadlock when two companies write to each other. Failed work
   * changes no keys.
   */
  inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#lane.then(work)
    this.#lane = turn.catch(() => this.#discardChanges())
    return turn
  }

  /** Number of a one-time key that the phone has never used. */
  takePreKeyId({ number }: { number: string }): number {
    const row = this.#database.get(
      z.object({ taken: z.number() }),
      `UPDATE phone_identity SET next_pre_key = next_pre_key + 1 WHERE number = :number
       RETURNING next_pre_key - 1 AS taken`,
      { number },
    )
    if (!row) throw new Error(`phone ${number} has no identity`)
    return row.taken
  }

  /** After a reset: deletes all keys. */
  forget(): void {
    this.#phones.clear()
  }

  #discardChanges(): void {
    for (const phone of this.#phones.values()) phone.keys.discard()
  }

  #loadIdentity(number: string): SignalCreds | undefined {
    const sql = 'SELECT * FROM phone_identity WHERE number = :number'
    return this.#database.get(identityRow, sql, { number })
  }

  #makeIdentity(number: string): SignalCreds {
    const made = createIdentity()
    this.#database.run(
      `INSERT INTO phone_identity VALUES (:number, :registrationId, :identityPublic, :identityPrivate,
       :preKeyPublic, :preKeyPrivate, :preKeySignature, 1)`,
      {
        number,
        registrationId: made.registrationId,
        identityPublic: made.signedIdentityKey.public,
        identityPrivate: made.signedIdentityKey.private,
        preKeyPublic: made.signedPreKey.keyPair.public,
        preKeyPrivate: made.signedPreKey.keyPair.private,
        preKeySignature: made.signedPreKey.signature,
      },
    )
    return made
  }
}

const identityRow = z
  .object({
    registration_id: z.number(),
    identity_public: blob,
    identity_private: blob,
    signed_pre_key_public: blob,
    signed_pre_key_private: blob,
    signed_pre_key_signature: blob,
  })
  .transform((row) => ({
    registrationId: row.registration_id,
    signedIdentityKey: { public: row.identity_public, private: row.identity_private },
    signedPreKey: {
      keyId: 1,
      keyPair: { public: row.signed_pre_key_public, private: row.signed_pre_key_private },
      signature: row.signed_pre_key_signature,
    },
  }))
