import { createHash } from 'node:crypto'
import { jidDecode } from '@whiskeysockets/baileys'
import * as z from 'zod'
import type { Database } from '../store/database.ts'
import { otherSpelling, usualSpelling } from './brazilian-numbers.ts'

/** A number's account. `lid` is the account's other identity, by which WhatsApp addresses people. */
export type Account = z.infer<typeof account>

/**
 * All possible accounts. An undeclared number has WhatsApp unless it ends in 0000. Its account is created by the
 * first question or message.
 */
export class Accounts {
  #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The account of a number in either spelling, also one declared without WhatsApp. */
  find(number: string): Account | undefined {
    const exact = this.#byNumber(number)
    if (exact) return exact
    const other = otherSpelling(number)
    return other === undefined ? undefined : this.#byNumber(other)
  }

  /** The WhatsApp account of a number, created if needed; undefined if the number has none. */
  reach(number: string): Account | undefined {
    const known = this.find(number)
    if (known) return known.onWhatsApp ? known : undefined
    if (!PHONE_NUMBER.test(number) || number.endsWith('0000')) return undefined
    return this.#create({
      number: usualSpelling(number),
      name: '',
      onWhatsApp: true,
      declared: false,
      hidesNumber: false,
    })
  }

  /** The account of a number's JID or a LID, for any device. */
  reachJid(jid: string): Account | undefined {
    const decoded = jidDecode(jid)
    if (!decoded) return undefined
    if (decoded.server === 'lid') {
      const account = this.#byLid(decoded.user)
      return account?.onWhatsApp ? account : undefined
    }
    return decoded.server === 's.whatsapp.net' ? this.reach(decoded.user) : undefined
  }

  /** Declares the owner of a number. An existing account, in either spelling, gets the new name. */
  declare(declared: { number: string; name: string; onWhatsApp: boolean }): Account {
    const known = this.find(declared.number)
    if (!known) return this.#create({ ...declared, declared: true, hidesNumber: false })
    this.#database.run(
      'UPDATE account SET name = :name, on_whatsapp = :onWhatsApp, declared = 1 WHERE number = :number',
      { name: declared.name, onWhatsApp: Number(declared.onWhatsApp), number: known.number },
    )
    return { ...known, name: declared.name, onWhatsApp: declared.onWhatsApp, declared: true }
  }

  /** From now on, no phone tells its linked devices this account's number. */
  hideNumber({ number }: Account): void {
    this.#database.run('UPDATE account SET hides_number = 1 WHERE number = :number', { number })
  }

  /** The number's owner registered anew: WhatsApp gives the account another LID. */
  renewLid({ number, lid, ...rest }: Account): Account {
    const renewed = lidOf(`${number} after ${lid}`)
    this.#database.run('INSERT INTO former_lid VALUES (:lid, :number)', { lid, number })
    this.#database.run('UPDATE account SET lid = :renewed WHERE number = :number', { renewed, number })
    return { ...rest, number, lid: renewed }
  }

  /** Whether a JID is the LID of an account before its number was registered anew. */
  isFormerLid(jid: string): boolean {
    const lid = jidDecode(jid)?.user ?? ''
    return this.#database.get(formerLid, 'SELECT * FROM former_lid WHERE lid = :lid', { lid }) !== undefined
  }

  list(): Account[] {
    return this.#database.all(account, 'SELECT * FROM account ORDER BY number', {})
  }

  /** A device number new to this account: a phone that links again is a new device. */
  takeDeviceNumber(number: string): number {
    const row = this.#database.get(
      z.object({ taken: z.number() }),
      'UPDATE account SET next_device = next_device + 1 WHERE number = :number RETURNING next_device - 1 AS taken',
      { number },
    )
    if (!row) throw new Error(`no account ${number}`)
    return row.taken
  }

  #byNumber(number: string): Account | undefined {
    return this.#database.get(account, 'SELECT * FROM account WHERE number = :number', { number })
  }

  #byLid(lid: string): Account | undefined {
    return this.#database.get(account, 'SELECT * FROM account WHERE lid = :lid', { lid })
  }

  #create(created: Omit<Account, 'lid'>): Account {
    const lid = lidOf(created.number)
    this.#database.run('INSERT INTO account VALUES (:number, :lid, :name, :onWhatsApp, :declared, 0, 1)', {
      number: created.number,
      lid,
      name: created.name,
      onWhatsApp: Number(created.onWhatsApp),
      declared: Number(created.declared),
    })
    return { ...created, lid }
  }
}

/** Country code and number, digits only. */
export const PHONE_NUMBER = /^\d{7,15}$/

const account = z
  .object({
    number: z.string(),
    lid: z.string(),
    name: z.string(),
    on_whatsapp: z.number().transform(Boolean),
    declared: z.number().transform(Boolean),
    hides_number: z.number().transform(Boolean),
  })
  .transform(({ on_whatsapp, hides_number, ...rest }) => ({
    ...rest,
    onWhatsApp: on_whatsapp,
    hidesNumber: hides_number,
  }))

const formerLid = z.object({ lid: z.string(), number: z.string() })

/** Fifteen digits of the number's hash, so a LID that a client stored before a reset stays correct. */
function lidOf(number: string): string {
  const hash = createHash('sha256').update(number).digest().readBigUInt64BE()
  return String(100_000_000_000_000n + (hash % 900_000_000_000_000n))
}
