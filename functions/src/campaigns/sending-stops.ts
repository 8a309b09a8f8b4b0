import { wakeChains } from '@recado/shared/campaigns/engine/chain'
import type { PlatformSendingState, SendingState, StopTrace } from '@recado/shared/campaigns/sending-stop'
import {
  companySendingState,
  platformState,
  throwCompanySwitch,
  throwPlatformSwitch,
} from '@recado/shared/campaigns/sending-stop-store'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, publish } from '../context.ts'

interface Given {
  reason: string
}

export const state = ({ companyId }: Actor): Promise<SendingState> => companySendingState(ports, companyId)

/** From the next message on nothing leaves; the one on its way still does. */
export async function stop(actor: Actor, given: Given): Promise<SendingState> {
  await throwCompanySwitch(ports, actor.companyId, traceOf(actor, 'stop', given))
  return tell(actor)
}

export async function resume(actor: Actor, given: Given): Promise<SendingState> {
  const { companyId } = actor
  await throwCompanySwitch(ports, companyId, traceOf(actor, 'resume', given))
  // Also where it sends already: whoever resumed it may have come no further.
  await wakeChains(ports, companyId)
  return tell(actor)
}

export const platform = (): Promise<PlatformSendingState> => platformState(ports)

export async function stopPlatform(actor: Actor, given: Given): Promise<PlatformSendingState> {
  await throwPlatformSwitch(ports, traceOf(actor, 'stop', given))
  return platform()
}

/** The sweep wakes what waited. */
export async function resumePlatform(actor: Actor, given: Given): Promise<PlatformSendingState> {
  await throwPlatformSwitch(ports, traceOf(actor, 'resume', given))
  return platform()
}

const traceOf = ({ userId: id, name }: Actor, action: StopTrace['action'], { reason }: Given): StopTrace => ({
  action,
  reason,
  at: new Date(ports.now()).toISOString(),
  by: { id, name },
})

async function tell(actor: Actor): Promise<SendingState> {
  const { companyId } = actor
  const now = await state(actor)
  await publish({ companyId, topic: 'campaign', action: 'sending', body: { state: now } })
  return now
}
