import type { BinaryNode } from '@whiskeysockets/baileys'
import { lidJid, phoneJid } from '../accounts/jids.ts'
import { Refusal } from '../errors/refusal.ts'
import { inSeconds, stanza } from '../wire/stanza.ts'
import type { MessageWorld } from './world.ts'

/**
 * How a call ends: its time is over, the caller gives up, or a phone of the account answers or refuses it. Assumed: each of
 * the caller's two devices ends a call that the caller gives up, and says no reason.
 */
export type CallEnd = 'timeout' | 'givenUp' | 'answered' | 'refused'

const REASONS: Record<CallEnd, readonly (string | undefined)[]> = {
  timeout: ['timeout'],
  givenUp: [undefined, undefined],
  answered: ['accepted_elsewhere'],
  refused: ['rejected_elsewhere'],
}

/** A call to an account, which its linked devices do not answer. */
export function callInVain(
  simulation: MessageWorld,
  { number, from, video, ends }: { number: string; from: string; video: boolean; ends: CallEnd },
): void {
  const caller = simulation.accounts.reach(from)
  const called = simulation.accounts.find(number)
  if (!caller || !called) throw new Refusal(409, 'ERR_NOT_ON_WHATSAPP', `${from} cannot call ${number}.`)
  const call = { 'call-id': simulation.newStanzaId(), 'call-creator': lidJid(caller) }
  const offer = stanza('offer', { ...call, caller_pn: phoneJid(caller) }, video ? [stanza('video', {})] : [])
  const terminates = REASONS[ends].map((reason) => stanza('terminate', { ...call, reason }))
  const parcels = simulation.companions.of(called).flatMap((companion) =>
    [offer, ...terminates].map((what: BinaryNode) => {
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
