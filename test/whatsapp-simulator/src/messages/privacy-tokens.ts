import { createHash, createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { Account } from '../accounts/accounts.ts'
import { lidJid, phoneJid } from '../accounts/jids.ts'
import type { Parcel } from '../companions/outbox.ts'
import { blob } from '../store/database.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type { Submission } from './accept.ts'
import type { Addressing } from './messages.ts'
import type { MessageWorld } from './world.ts'

/**
 * A person who writes first allows the other side to write back: its linked devices get a token, which they attach
 * to their messages.
 */
export function giveToken(
  simulation: MessageWorld,
  giver: Account,
  holder: Account,
  addressing: Addressing,
): Parcel[] {
  const { companions, database } = simulation
  const devices = giver.number === holder.number ? [] : companions.of(holder)
  if (giver.number === holder.number || tokenOf(simulation, giver, holder)) return []
  const token = randomBytes(24)
  const at = simulation.now()
  database.run('INSERT INTO privacy_token VALUES (:giver, :holder, :token, :at)', {
    giver: giver.number,
    holder: holder.number,
    token,
    at,
  })
  const t = inSeconds(at)
  const from = addressing === 'hidden' ? lidJid(giver) : phoneJid(giver)
  const attributes = { from, sender_lid: lidJid(giver), type: 'privacy_token', t }
  const given = stanza('token', { jid: phoneJid(holder), t, type: 'trusted_contact' }, token)
  return devices.map((companion) => {
    const id = simulation.newStanzaId()
    const node = stanza('notification', { ...attributes, id }, [stanza('tokens', {}, [given])])
    return simulation.outbox.add(companion, node)
  })
}

type Numbered = Pick<Account, 'number'>

/** The token that a person gave an account; `at` in milliseconds since 1970. */
export function tokenOf(
  { database }: MessageWorld,
  giver: Numbered,
  holder: Numbered,
): { token: Uint8Array; at: number } | undefined {
  const sql = 'SELECT token, at FROM privacy_token WHERE giver = :giver AND holder = :holder'
  const row = z.object({ token: blob, at: z.number() })
  return database.get(row, sql, { giver: giver.number, holder: holder.number })
}

/** Salt of an account's proofs for first messages. */
export const saltOf = ({ addressBooks }: MessageWorld, owner: Numbered): Buffer =>
  createHash('sha256').update('salt').update(addressBooks.keyOf(owner.number).keyData).digest()

/** The code that refuses a message without a token of its reader and without a proof, if one is needed. */
export function refusedWithoutToken(simulation: MessageWorld, submission: Submission): number | undefined {
  const { sender, chat, group, peer, tctoken, cstoken } = submission
  if (group || peer || chat === sender.number || !simulation.faults.needsToken(sender.number))
    return undefined
  const reader = simulation.accounts.find(chat)
  if (!reader) return undefined
  const given = tokenOf(simulation, reader, sender)?.token
  if (given && tctoken && Buffer.from(given).equals(tctoken)) return undefined
  const proof = createHmac('sha256', saltOf(simulation, sender)).update(lidJid(reader)).digest()
  return cstoken && proof.equals(cstoken) ? undefined : NO_TOKEN
}

const NO_TOKEN = 463
