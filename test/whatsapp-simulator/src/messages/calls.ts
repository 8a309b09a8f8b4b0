import type { BinaryNode } from '@whiskeysockets/baileys'
import { lidJid, phoneJid } from '../accounts/jids.ts'
import { Refusal } from '../errors/refusal.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type { MessageWorld } from './world.ts'

/** A call to an account, without an answer. */
export function callInVain(
  simulation: MessageWorld,
  { number, from, video }: { number: string; from: string; video: boolean },
): void {
  const caller = simulation.accounts.reach(from)
  const called = simulation.accounts.find(number)
  if (!caller || !called) throw new Refusal(409, 'ERR_NOT_ON_WHATSAPP', `${from} cannot call ${number}.`)
  const call = { 'call-id': simulation.newStanzaId(), 'call-creator': lidJid(caller) }
  const offer = stanza('offer', { ...call, caller_pn: phoneJid(caller) }, video ? [stanza('video', {})] : [])
  const end = stanza('terminate', { ...call, reason: 'timeout' })
  const parcels = simulation.companions.of(called).flatMap((companion) =>
    [offer, end].map((what: BinaryNode) => {
      const attributes = {
        from: lidJid(caller),
        id: simulation.newStanzaId(),
        t: inSeconds(simulation.now()),
      }
      return simulation.outbox.add(companion, stanza('call', attributes, [what]))
    }),
  )
  simulation.outbox.release(parcels)
}
