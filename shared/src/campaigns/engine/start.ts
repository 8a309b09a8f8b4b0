import { getConnection } from '../../connections/store.ts'
import { searchedText } from '../../contact-lists/cards.ts'
import { getList } from '../../contact-lists/store.ts'
import { personKey } from '../../phone-numbers/canonical-key.ts'
import { tenantOf } from '../../ports/ports.ts'
import { committed, putRow, updateRow } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { countsKey, NO_COUNTS } from '../ledger/counts.ts'
import { allRecipients, putRecipients } from '../ledger/ledger.ts'
import { ledgerId, type Recipient } from '../ledger/recipient.ts'
import { recipientsOfCampaign } from '../ledger/recipients.ts'
import { variantsOf } from '../message/message-parts.ts'
import {
  campaignKey,
  changeCampaign,
  getCampaign,
  type StoredCampaign,
  type WrittenRecipients,
} from '../store/campaigns.ts'
import { joinChain } from './chain.ts'
import { isResting, restOnFault } from './faults.ts'
import { logCampaign } from './log-campaign.ts'
import type { EnginePorts } from './ports.ts'
import { reopenFailed } from './resend.ts'

/** Another process may take over a preparation without a sign of life for this long, in milliseconds. */
const PREPARATION_MS = 60_000
/** A job writes recipients for this long (ms), then queues the rest: its function may run for 800 seconds. */
const PART_MS = 300_000
const WRITTEN_AT_ONCE = 500

/**
 * Starts a due campaign: status EM_ANDAMENTO, a ledger of its recipients, a lane in its connection's chain. A repeated
 * call resumes at any point, because the campaign leaves the due index last.
 */
export const startCampaign = (ports: EnginePorts, companyId: string, campaignId: string): Promise<void> =>
  restOnFault(ports, { companyId, campaignId }, () => start(ports, companyId, campaignId))

async function start(ports: EnginePorts, companyId: string, campaignId: string): Promise<void> {
  const table = tenantOf(ports, companyId)
  const found = await getCampaign(table, campaignId)
  const campaign = found?.status === 'PROGRAMADA' ? await begin(ports, table, found) : found
  if (!campaign || campaign.dueAt === null) return
  // It may also have ended before an earlier start job did.
  if (campaign.status !== 'EM_ANDAMENTO' || campaign.pausedAt) return leaveDueIndex(table, campaign)
  // The sweep asks again every 20 seconds.
  if (isResting(campaign, ports.now())) return
  if (!campaign.preparedAt && !(await prepare(ports, table, campaign))) return
  if (campaign.resendsReady < campaign.resends && !(await reopenFailed(table, campaign))) return
  await joinChain(ports, companyId, campaign.whatsappId, campaignId)
  await leaveDueIndex(table, campaign)
  await ports.watchers.countersChanged(companyId, campaignId)
}

/**
 * Does nothing for a campaign that has yet to start, or that a person resumed, restarted or sent again meanwhile. The
 * chain may have dropped the campaign before, so it must be started again.
 */
async function leaveDueIndex(table: TenantTable, { id, dueAt }: StoredCampaign): Promise<void> {
  const campaign = await getCampaign(table, id)
  if (!campaign?.dueAt || campaign.dueAt !== dueAt || campaign.status === 'PROGRAMADA') return
  if (!campaign.pausedAt && campaign.resendsReady < campaign.resends) return
  await changeCampaign(table, campaign, { dueAt: null })
}

/** PROGRAMADA → EM_ANDAMENTO, once its time has come and an announced attachment is uploaded. */
async function begin(
  ports: EnginePorts,
  table: TenantTable,
  campaign: StoredCampaign,
): Promise<StoredCampaign | undefined> {
  const now = ports.now()
  if (!campaign.scheduledAt || Date.parse(campaign.scheduledAt) > now) return undefined
  if (campaign.mediaName && !campaign.mediaKey) return undefined
  const startedAt = new Date(now).toISOString()
  const change = { status: 'EM_ANDAMENTO', startedAt, updatedAt: startedAt } as const
  if (await changeCampaign(table, campaign, change)) logCampaign(ports, campaign, change)
  return getCampaign(table, campaign.id)
}

/**
 * Writes the ledger: one recipient per person, as the list is when it is read. A long list is written in parts, each by a
 * job that has ended before the next one begins. Each part reads the list again and adds the people who are not in the
 * ledger yet. Edits of the list after the preparation change nothing. An interrupted part makes the preparation start again
 * in a new ledger, so that a slow old process cannot overwrite recipients in use.
 * @returns whether this call completed it
 */
async function prepare(ports: EnginePorts, table: TenantTable, campaign: StoredCampaign): Promise<boolean> {
  const begunAt = ports.now()
  const begun = await beginPreparation(ports, table, campaign)
  if (begun === undefined) return false
  const { preparation, written } = begun
  const ledger = ledgerId(campaign.id, preparation)
  let batch: Recipient[] = []
  for await (const { recipient, unchecked } of recipientsOf(ports, table, campaign, {
    ledger,
    written: written.recipients,
  })) {
    written.recipients++
    if (unchecked) written.toLookUp = (written.toLookUp ?? 0) + 1
    if (recipient.status === 'FAILED') written.failed++
    if (recipient.reason !== 'SKIPPED_INVALID') written.validContacts++
    batch.push(recipient)
    if (batch.length < WRITTEN_AT_ONCE) continue
    await putRecipients(table, batch)
    batch = []
    if (isDivisible(campaign) && ports.now() > begunAt + PART_MS)
      return endPart(ports, table, campaign, { preparation, written })
    if (!(await stillPreparing(ports, table, campaign.id, preparation))) return false
  }
  await putRecipients(table, batch)
  const { failed, recipients, validContacts, toLookUp = 0 } = written
  const preparedAt = new Date(ports.now()).toISOString()
  const usedNames = await namesUsed(table, campaign)
  const set = { recipients, toLookUp, validContacts, ledger, preparedAt, usedNames, fault: null }
  const counts = { ...NO_COUNTS, campaignId: campaign.id, open: recipients - failed, failed, postponed: 0 }
  const isPrepared = await committed(
    table.transact([
      updateRow(
        campaignKey(campaign.id),
        { set, add: { version: 1 } },
        { preparations: preparation, status: 'EM_ANDAMENTO' },
      ),
      putRow({ ...counts, ...countsKey(campaign.id) }),
    ]),
  )
  if (isPrepared) logCampaign(ports, campaign, set)
  return isPrepared
}

async function namesUsed(
  table: TenantTable,
  { whatsappId, contactListIds }: StoredCampaign,
): Promise<Record<string, string>> {
  const found = await Promise.all([
    getConnection(table, whatsappId),
    ...contactListIds.map((listId) => getList(table, listId)),
  ])
  return Object.fromEntries(found.flatMap((one) => (one ? [[one.id, one.name]] : [])))
}

/** A preparation, and what its earlier parts have written. */
interface Preparation {
  preparation: number
  written: WrittenRecipients
}

/** Members of groups without a number cannot be found again in the ledger. Groups are small. */
const isDivisible = ({ type }: StoredCampaign): boolean => type !== 'GROUP'

/** Begins a new preparation, or the next part of one whose last part has ended. */
async function beginPreparation(
  ports: EnginePorts,
  table: TenantTable,
  campaign: StoredCampaign,
): Promise<Preparation | undefined> {
  const { preparations, version, written } = campaign
  const preparation = written ? preparations : preparations + 1
  const begun = await committed(
    table.update(
      campaignKey(campaign.id),
      {
        set: { preparations: preparation, preparingUntil: ports.now() + PREPARATION_MS },
        remove: ['written'],
      },
      {
        // Unchanged since it was read: another part or preparation may have ended meanwhile.
        version,
        preparations,
        status: 'EM_ANDAMENTO',
        preparingUntil: { below: ports.now() },
      },
    ),
  )
  return begun ? { preparation, written: { ...(written ?? NOTHING_WRITTEN) } } : undefined
}

const NOTHING_WRITTEN: WrittenRecipients = { recipients: 0, validContacts: 0, failed: 0 }

/** Leaves the rest to another job. Nothing of this part is under way any more. */
async function endPart(
  ports: EnginePorts,
  table: TenantTable,
  { companyId, id: campaignId, version }: StoredCampaign,
  { preparation, written }: Preparation,
): Promise<false> {
  const isLeft = await committed(
    table.update(
      campaignKey(campaignId),
      { set: { written, preparingUntil: 0 }, add: { version: 1 } },
      // A repeated request comes too late: the next part may run.
      { preparations: preparation, status: 'EM_ANDAMENTO', version },
    ),
  )
  if (isLeft) await ports.queues.send('start', { companyId, campaignId })
  return false
}

const stillPreparing = (
  ports: EnginePorts,
  table: TenantTable,
  campaignId: string,
  preparation: number,
): Promise<boolean> =>
  committed(
    table.update(
      campaignKey(campaignId),
      { set: { preparingUntil: ports.now() + PREPARATION_MS } },
      { preparations: preparation, status: 'EM_ANDAMENTO' },
    ),
  )

/** The recipients that are not in the ledger yet. @param written how many are */
async function* recipientsOf(
  ports: EnginePorts,
  table: TenantTable,
  campaign: StoredCampaign,
  { ledger, written }: { ledger: string; written: number },
): AsyncGenerator<{ recipient: Recipient; unchecked: boolean }> {
  const createdAt = new Date(ports.now()).toISOString()
  const draw = (variants: readonly number[]) => variants[Math.floor(ports.random() * variants.length)] ?? 1
  const variants = variantsOf(campaign)
  const confirmationVariants = variantsOf(campaign, 'confirmation')
  const known = new Set<string>()
  if (written > 0) for await (const { number } of allRecipients(table, ledger)) known.add(personKey(number))
  let place = written
  for await (const planned of recipientsOfCampaign(table, campaign, known)) {
    const { identity: _, unchecked = false, skip, ...fields } = planned
    const recipient: Recipient = {
      ...fields,
      ledger,
      createdAt,
      place,
      campaignId: campaign.id,
      searchText: searchedText(fields),
      status: skip ? 'FAILED' : 'PENDING',
      ...(skip && { reason: skip }),
      // A group is not asked for a confirmation: no member can answer for it.
      step: campaign.confirmation && !planned.chat ? 'confirmation' : 'message',
      attempt: 1,
      variant: draw(variants),
      confirmationVariant: campaign.confirmation ? draw(confirmationVariants) : 1,
      level: 'none',
      block: false,
    }
    yield { recipient, unchecked }
    place++
  }
}
