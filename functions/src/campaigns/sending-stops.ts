import type {
  PlatformSendingState,
  SendingState,
  StopTrace,
} from '@recado/shared/campaigns/contract/sending-stop'
import { wakeChains } from '@recado/shared/campaigns/engine/chain'
import {
  companySendingState,
  platformState,
  throwCompanySwitch,
  throwPlatformSwitch,
} from '@recado/shared/campaigns/store/sending-stops'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, publish } from '../context.ts'

interface Given {
  reason: string
}

export const state = ({ companyId }: Actor): Promise<SendingState> => companySendingState(ports, companyId)

/** Stops all sending from the next message on. A message already under way still leaves. */
export async function stop(actor: Actor, given: Given): Promise<SendingState> {
  await throwCompanySwitch(ports, actor.companyId, traceOf(actor, 'stop', given))
  return publishSendingState(actor)
}

export async function resume(actor: Actor, given: Given): Promise<SendingState> {
  const { companyId } = actor
  await throwCompanySwitch(ports, companyId, traceOf(actor, 'resume', given))
  // Also if sending is already allowed: an earlier call may have failed before this step.
  await wakeChains(ports, companyId)
  return publishSendingState(actor)
}

export const platform = (): Promise<PlatformSendingState> => platformState(ports)

export async function stopPlatform(actor: Actor, given: Given): Promise<PlatformSendingState> {
  await throwPlatformSwitch(ports, traceOf(actor, 'stop', given))
  return platform()
}

/** The sweep wakes the waiting chains. */
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

async function publishSendingState(actor: Actor): Promise<SendingState> {
  const { companyId } = actor
  const now = await state(actor)
  await publish({ companyId, topic: 'campaign', action: 'sending', body: { state: now } })
  return now
}
