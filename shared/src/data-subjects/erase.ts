import { campaignsAfter } from '../campaigns/store/campaigns.ts'
import { forgetAsksAbout } from '../connections/asks.ts'
import { connectionIdsEver } from '../connections/store.ts'
import { blocksOf, deleteBlock } from '../contact-blocks/store.ts'
import { forgetAnswersAbout } from '../http/remembered-answers.ts'
import type { StoredImport } from '../imports/store.ts'
import { forgetContact } from '../known-contacts/known-contacts.ts'
import { forgetAddress } from '../phone-numbers/addresses.ts'
import { forgetNumber } from '../phone-numbers/lids.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Erased } from './erasure.ts'
import { eraseFromCampaign, withdrawQuestions } from './in-campaigns.ts'
import { eraseFromContacts } from './in-contacts.ts'
import { eraseFromConversations } from './in-conversations.ts'
import { eraseFromFiles, importsAreUnderWay } from './in-files.ts'
import { eraseFromGroups, eraseFromLists } from './in-lists.ts'
import { commonDigits, type DataSubject, identitiesOf, subjectOf } from './person.ts'
import { endErasure, erasureWentOn, getErasure, type StoredErasure } from './store.ts'

/** The longest time of one run, in milliseconds; the next run goes on. */
const RUN_MS = 5 * 60_000
/** Pause before the next look, in seconds: by then messages under way are settled, and most imports have ended. */
const LOOK_AGAIN_SECONDS = 60

interface ErasurePorts {
  now(): number
  /** Deletes a file from the bucket by its key. */
  forgetFile(key: string): Promise<void>
  /** Ends an import that shows no progress any more. */
  endLostImport(lost: StoredImport): Promise<unknown>
  /** Publishes the progress to browsers. */
  wentOn(erasure: StoredErasure): Promise<void>
}

/**
 * Erases a company's data of one person. Every step is idempotent: an interrupted or repeated run does no harm.
 * @returns the seconds until the next run; undefined if the erasure is complete
 */
export async function erase(
  ports: ErasurePorts,
  table: TenantTable,
  id: string,
): Promise<number | undefined> {
  const begun = await getErasure(table, id)
  if (begun?.number === undefined) return undefined
  const { number, lid } = begun
  const subject = await subjectOf(table, { number, lid })
  const connectionIds = await connectionIdsEver(table)
  const noted = new Progress(ports, table, id)
  if (begun.campaignId === undefined) {
    // The contacts of a running import must be erased too.
    if (await importsAreUnderWay(table, begun.createdAt, ports.now(), ports.endLostImport)) {
      await noted.add({})
      return LOOK_AGAIN_SECONDS
    }
    await withdrawQuestions(table, subject, connectionIds)
    await noted.add({ contacts: await eraseFromLists(table, subject, new Date(ports.now()).toISOString()) })
    await noted.add({ contacts: await eraseFromContacts(table, subject, ports.forgetFile) })
    await noted.add({ groups: await eraseFromGroups(table, subject, connectionIds) })
  }
  const later = await eraseFromCampaigns(ports, table, subject, { begun, noted })
  if (later !== undefined) return later
  await noted.add(await eraseFromConversations(table, subject, connectionIds, ports.forgetFile))
  await noted.add({ blocks: await eraseBlocks(table, subject) })
  await forgetWhoItWas(ports, table, subject, connectionIds)
  await endErasure(table, begun, new Date(ports.now()).toISOString())
  return undefined
}

class Progress {
  readonly #ports: ErasurePorts
  readonly #table: TenantTable
  readonly #id: string

  constructor(ports: ErasurePorts, table: TenantTable, id: string) {
    this.#ports = ports
    this.#table = table
    this.#id = id
  }

  async add(erased: Partial<Erased>, at: Pick<StoredErasure, 'campaignId' | 'isOpen'> = {}): Promise<void> {
    const row = await erasureWentOn(this.#table, this.#id, { erased, at }, this.#ports.now())
    if (row) await this.#ports.wentOn(row)
  }
}

/** Erases from one campaign after the other. Open ones are tried again a minute later. */
async function eraseFromCampaigns(
  ports: ErasurePorts,
  table: TenantTable,
  subject: DataSubject,
  { begun, noted }: { begun: StoredErasure; noted: Progress },
): Promise<number | undefined> {
  const until = ports.now() + RUN_MS
  let isAnyOpen = begun.isOpen ?? false
  for await (const campaign of campaignsAfter(table, begun.campaignId || undefined)) {
    const { erased, isOpen } = await eraseFromCampaign(table, subject, campaign.id, ports.now())
    isAnyOpen ||= isOpen
    await noted.add({ recipients: erased }, { campaignId: campaign.id, isOpen: isAnyOpen })
    if (ports.now() > until) return 0
  }
  if (!isAnyOpen) return undefined
  await noted.add({}, { campaignId: '', isOpen: false })
  return LOOK_AGAIN_SECONDS
}

/** The mark of the erasure blocks the person already. @returns the number of blocks */
async function eraseBlocks(table: TenantTable, subject: DataSubject): Promise<number> {
  let erased = 0
  for (const identity of identitiesOf(subject))
    for (const block of await blocksOf(table, identity)) if (await deleteBlock(table, block)) erased += 1
  return erased
}

/** Runs last, because the earlier steps find their rows by this data. */
async function forgetWhoItWas(
  { forgetFile, now }: ErasurePorts,
  table: TenantTable,
  subject: DataSubject,
  connectionIds: readonly string[],
): Promise<void> {
  const { numbers, lids } = subject
  for (const identity of identitiesOf(subject)) {
    const person = { number: identity.number || null, lid: identity.lid ?? null }
    for (const connectionId of connectionIds) await forgetContact(table, connectionId, person)
  }
  await eraseFromFiles(table, subject, now(), forgetFile)
  await forgetAnswersAbout(table, commonDigits(subject))
  await forgetAsksAbout(table, commonDigits(subject))
  for (const number of numbers) await forgetAddress(table, number)
  // Number by number: after a crash, the numbers that are left still lead to their LIDs.
  for (const number of numbers) for (const lid of lids) await forgetNumber(table, { lid, number })
}
