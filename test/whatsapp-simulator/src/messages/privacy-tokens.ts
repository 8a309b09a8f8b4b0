import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { Account } from '../accounts/accounts.ts'
import { lidJid, phoneJid } from '../accounts/jids.ts'
import type { Simulation } from '../simulation.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type { Addressing } from './messages.ts'
import type { Parcel } from './outbox.ts'

/**
 * Whoever writes to somebody for the first time lets them write back: the linked devices get a token, which they
 * attach to their messages.
 */
export function giveToken(
  simulation: Simulation,
  giver: Account,
  holder: Account,
  addressing: Addressing,
): Parcel[] {
  const { companions, database } = simulation
  const devices = giver.number === holder.number ? [] : companions.of(holder)
  if (devices.length === 0 || hasToken(simulation, giver, holder)) return []
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

function hasToken({ database }: Simulation, giver: Account, holder: Account): boolean {
  const sql = 'SELECT 1 FROM privacy_token WHERE giver = :giver AND holder = :holder'
  const found = database.get(z.unknown(), sql, { giver: giver.number, holder: holder.number })
  return found !== undefined
}
