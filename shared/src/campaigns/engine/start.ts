import { lineOf } from '../../contact-lists/cards.ts'
import { itemsOf } from '../../contact-lists/items.ts'
import { canonicalKey } from '../../contacts/phone-number.ts'
import { committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { variantsOf } from '../compose.ts'
import { ledgerId, putRecipients, type Recipient } from '../ledger.ts'
import { campaignKey, changeCampaign, getCampaign, type StoredCampaign } from '../store.ts'
import { joinChain } from './chain.ts'
import { type Ports, tenantOf } from './ports.ts'

/** A preparation that has not been heard of for so long may be taken over, in milliseconds. */
const PREPARATION_MS = 60_000
const WRITTEN_AT_ONCE = 500

/**
 * Sets going a campaign whose time has come: EM_ANDAMENTO, a ledger of its recipients, a lane in its
 * connection's chain. Called again at any point it goes on from there; the campaign leaves the due index last.
 */
export async function startCampaign(ports: Ports, companyId: string, campaignId: string): Promise<void> {
  const table = tenantOf(ports, companyId)
  const found = await getCampaign(table, campaignId)
  const campaign = found?.status === 'PROGRAMADA' ? await begin(ports, table, found) : found
  if (campaign?.status !== 'EM_ANDAMENTO' || campaign.dueAt === null) return
  if (!campaign.preparedAt && !(await prepare(ports, table, campaign))) return
  await joinChain(ports, companyId, campaign.whatsappId, campaignId)
  const joined = await getCampaign(table, campaignId)
  if (joined?.status === 'EM_ANDAMENTO') await changeCampaign(table, joined, { dueAt: null })
  await ports.watchers.countersChanged(companyId, campaignId)
}

/** PROGRAMADA → EM_ANDAMENTO, not before its time. */
async function begin(
  ports: Ports,
  table: TenantTable,
  campaign: StoredCampaign,
): Promise<StoredCampaign | undefined> {
  const now = ports.now()
  if (!campaign.scheduledAt || Date.parse(campaign.scheduledAt) > now) return undefined
  const startedAt = new Date(now).toISOString()
  await changeCampaign(table, campaign, { status: 'EM_ANDAMENTO', startedAt, updatedAt: startedAt })
  return getCampaign(table, campaign.id)
}

/**
 * Writes the ledger: one recipient per canonical number, as the list is now. Later edits of the list change
 * nothing. A preparation that was cut short is begun anew in a ledger of its own, so that whoever was slow
 * cannot write over recipients in use.
 * @returns whether this call completed it
 */
async function prepare(ports: Ports, table: TenantTable, campaign: StoredCampaign): Promise<boolean> {
  const preparation = await beginPreparation(ports, table, campaign)
  if (preparation === undefined) return false
  const ledger = ledgerId(campaign.id, preparation)
  const counts = { recipients: 0, validContacts: 0, failed: 0 }
  let batch: Recipient[] = []
  for await (const recipient of recipientsOf(ports, table, campaign, ledger)) {
    counts.recipients++
    if (recipient.status === 'FAILED') counts.failed++
    else counts.validContacts++
    batch.push(recipient)
    if (batch.length < WRITTEN_AT_ONCE) continue
    await putRecipients(table, batch)
    batch = []
    if (!(await stillPreparing(ports, table, campaign.id, preparation))) return false
  }
  await putRecipients(table, batch)
  const preparedAt = new Date(ports.now()).toISOString()
  const set = { ...counts, ledger, preparedAt, open: counts.validContacts }
  return committed(
    table.update(
      campaignKey(campaign.id),
      { set, add: { version: 1 } },
      { preparations: preparation, status: 'EM_ANDAMENTO' },
    ),
  )
}

async function beginPreparation(
  ports: Ports,
  table: TenantTable,
  campaign: StoredCampaign,
): Promise<number | undefined> {
  const preparation = campaign.preparations + 1
  const begun = await committed(
    table.update(
      campaignKey(campaign.id),
      { set: { preparations: preparation, preparingUntil: ports.now() + PREPARATION_MS } },
      { preparations: campaign.preparations, preparingUntil: { below: ports.now() }, status: 'EM_ANDAMENTO' },
    ),
  )
  return begun ? preparation : undefined
}

const stillPreparing = (
  ports: Ports,
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

async function* recipientsOf(
  ports: Ports,
  table: TenantTable,
  campaign: StoredCampaign,
  ledger: string,
): AsyncGenerator<Recipient> {
  const variants = variantsOf(campaign)
  const createdAt = new Date(ports.now()).toISOString()
  const seen = new Set<string>()
  for await (const item of itemsOf(table, campaign.contactListId, { consistent: true })) {
    const key = canonicalKey(item.number)
    if (seen.has(key)) continue
    const invalid = item.isWhatsappValid === false
    const { name, number, email, var1, var2, var3 } = item
    yield {
      ...{ name, number, email, var1, var2, var3, ledger, createdAt },
      searchText: lineOf(item.place, item).text,
      campaignId: campaign.id,
      place: seen.size,
      status: invalid ? 'FAILED' : 'PENDING',
      ...(invalid && { reason: 'SKIPPED_INVALID' as const }),
      attempt: 1,
      variant: variants[Math.floor(ports.random() * variants.length)] ?? 1,
      level: 'none',
      block: false,
    }
    seen.add(key)
  }
}
