import { isLasting } from '../../errors/lasting-errors.ts'
import { newId } from '../../ids.ts'
import { getSentMessage } from '../../messages/sent-messages.ts'
import { tenantOf } from '../../ports/ports.ts'
import { committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { campaignKey, type StoredCampaign } from '../store/campaigns.ts'
import { type Chain, getChain, parkChain } from './chain.ts'
import type { EnginePorts } from './ports.ts'
import type { MessageRef } from './results.ts'

/** A campaign that an internal error stopped is tried again after this long, in milliseconds. */
export const FAULT_RETRY_MS = 5 * 60_000

/** The step of the engine that failed. */
type Step = 'start' | 'pace' | 'deliver' | 'results'

/** Where an internal error happened. */
interface Place {
  companyId: string
  campaignIds: readonly string[]
  connectionId?: string
  epoch?: number
  seq?: number | undefined
}

/**
 * Records an internal error: one log line, one count for the alarm, and on each campaign the reference of that line,
 * which the campaign's report shows.
 */
async function recordFault(
  ports: EnginePorts,
  step: Step,
  { companyId, campaignIds, ...place }: Place,
  error: unknown,
): Promise<void> {
  const reference = newId(ports.now()).slice(-8)
  const at = new Date(ports.now()).toISOString()
  ports.log.error('internal error in a campaign', {
    reference,
    step,
    companyId,
    campaignIds,
    ...place,
    error,
  })
  ports.recordMetrics({ Faults: 1 })
  for (const campaignId of new Set(campaignIds)) {
    const fault = { reference, at }
    await committed(
      tenantOf(ports, companyId).update(
        campaignKey(campaignId),
        { set: { fault } },
        { status: 'EM_ANDAMENTO' },
      ),
    )
    await ports.watchers.countersChanged(companyId, campaignId)
  }
}

/**
 * Runs a step of a connection's chain. An internal error would come again with every retry: it is recorded, and the
 * chain is parked until the sweep tries again. Any other error is thrown, and the queue retries.
 */
export async function parkOnFault(
  ports: EnginePorts,
  step: 'pace' | 'deliver',
  chain: Pick<Chain, 'companyId' | 'connectionId' | 'epoch'> & { seq?: number | undefined },
  campaignIds: readonly string[] | undefined,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isLasting(error)) throw error
    const { companyId, connectionId, epoch, seq } = chain
    await parkChain(ports, chain, 'fault')
    const inChain = async () => (await getChain(tenantOf(ports, companyId), connectionId))?.lanes ?? []
    const ids = campaignIds ?? (await inChain()).map(({ campaignId }) => campaignId)
    await recordFault(ports, step, { companyId, connectionId, epoch, seq, campaignIds: ids }, error)
  }
}

/** Runs the start of a campaign. After an internal error the sweep tries again, but not at once. */
export async function restOnFault(
  ports: EnginePorts,
  { companyId, campaignId }: { companyId: string; campaignId: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isLasting(error)) throw error
    await recordFault(ports, 'start', { companyId, campaignIds: [campaignId] }, error)
  }
}

/**
 * Records that an internal error kept WhatsApp's result of a message from being stored.
 * @returns false if the message belongs to no campaign: then nothing is recorded
 */
export async function resultFaulted(ports: EnginePorts, ref: MessageRef, error: unknown): Promise<boolean> {
  const { companyId, connectionId, messageId } = ref
  const sent = await getSentMessage(tenantOf(ports, companyId), connectionId, messageId)
  if (!sent?.recipient) return false
  const { campaignId } = sent.recipient
  await recordFault(ports, 'results', { companyId, connectionId, campaignIds: [campaignId] }, error)
  return true
}

/** Clears the fault of a campaign, because it sends messages again. */
export const forgetFault = (table: TenantTable, { id }: Pick<StoredCampaign, 'id'>): Promise<boolean> =>
  committed(table.update(campaignKey(id), { set: { fault: null } }, { pk: { exists: true } }))

/** Whether a campaign had an internal error so recently that it is not tried again yet. */
export const isResting = ({ fault }: Pick<StoredCampaign, 'fault'>, now: number): boolean =>
  fault !== null && now < Date.parse(fault.at) + FAULT_RETRY_MS
