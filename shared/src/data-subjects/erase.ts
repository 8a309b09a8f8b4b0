import { campaignsAfter } from '../campaigns/store/campaigns.ts'
import { forgetAsksAbout } from '../connections/asks.ts'
import { connectionIdsEver } from '../connections/store.ts'
import { forgetEndedOptOuts } from '../contact-blocks/ended-opt-outs.ts'
import { blocksOf, deleteBlock } from '../contact-blocks/store.ts'
import type { StoredMessage } from '../conversations/message.ts'
import { forgetAnswersAbout } from '../http/remembered-answers.ts'
import type { StoredImport } from '../imports/store.ts'
import { forgetContact } from '../known-contacts/known-contacts.ts'
import { forgetAddress } from '../phone-numbers/addresses.ts'
import { forgetNumber } from '../phone-numbers/lids.ts'
import { forgetWords } from '../search/word-rows.ts'
import { AGAIN, retrying } from '../table/retrying.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Erased } from './erasure.ts'
import { eraseFromCampaign, withdrawQuestions } from './in-campaigns.ts'
import { eraseFromContacts, eraseNewContacts } from './in-contacts.ts'
import { eraseConversations, eraseFromGroupConversations } from './in-conversations.ts'
import { eraseFromFiles, importsAreUnderWay } from './in-files.ts'
import { eraseFromGroups, eraseFromLists } from './in-lists.ts'
import { commonDigits, type DataSubject, identitiesOf, subjectOf, withIdentifiersOf } from './person.ts'
import { endErasure, erasureWentOn, getErasure, type StoredErasure } from './store.ts'

/** The longest time of one run, in milliseconds; the next run goes on. */
const RUN_MS = 5 * 60_000
/** Pause before the next look, in seconds: by then messages under way are settled, and most imports have ended. */
const LOOK_AGAIN_SECONDS = 60
/** The most looks of one run at the conversations of a person who goes on writing. The next run goes on. */
const LOOKS = 8
/** The words of a message are written within this time after its place, in milliseconds. */
const WORDS_FOLLOW_MS = 5 * 60_000

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
    await noted.add({ groups: await eraseFromGroups(table, subject, connectionIds) })
  }
  const later = await eraseFromCampaigns(ports, table, subject, { begun, noted })
  if (later !== undefined) return later
  await noted.add(await eraseFromGroupConversations(table, subject, connectionIds, ports.forgetFile))
  if (!(await eraseUntilNothingCame(ports, table, subject, { begun, connectionIds, noted })))
    return LOOK_AGAIN_SECONDS
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

/** The parts of a run that its last steps share. */
interface LastSteps {
  begun: StoredErasure
  connectionIds: readonly string[]
  noted: Progress
}

/**
 * Erases the person's conversations, contacts, and finally the rows that identify them. The person may write meanwhile, so
 * this repeats until a look after all of it finds nothing. A message that comes later begins a new conversation (ADR 13).
 * @returns false if the person wrote too often for one run
 */
async function eraseUntilNothingCame(
  ports: ErasurePorts,
  table: TenantTable,
  known: DataSubject,
  run: LastSteps,
): Promise<boolean> {
  const { number = '', lid } = run.begun
  const late: StoredMessage[] = []
  let subject = known
  let [isForgotten, isDone] = [false, false]
  for (let look = 1; look <= LOOKS && !isDone; look++) {
    // The person is still writing.
    if (look > 2 && !isForgotten) await table.backOff(look)
    // A LID that became known since then leads to the rows as well.
    subject = withIdentifiersOf(subject, await subjectOf(table, { number, lid }))
    const isFound = await eraseWhatCame(ports, table, subject, { ...run, isFirst: look === 1, late })
    isDone = !isFound && isForgotten
    if (!isFound && !isDone) {
      await run.noted.add({ blocks: await eraseBlocks(table, subject) })
      await forgetWhoItWas(ports, table, subject, run.connectionIds)
    }
    isForgotten = !isFound
  }
  for (const message of late) await forgetWords(table, [message])
  return isDone
}

/**
 * One look at the person's conversations and contacts.
 * @param late gets the erased messages whose words may be written after their erasure
 * @returns whether it found and erased anything
 */
async function eraseWhatCame(
  { forgetFile, now }: ErasurePorts,
  table: TenantTable,
  subject: DataSubject,
  { connectionIds, noted, isFirst, late }: LastSteps & { isFirst: boolean; late: StoredMessage[] },
): Promise<boolean> {
  const messageErased = (message: StoredMessage) => {
    if (Date.parse(message.at) > now() - WORDS_FOLLOW_MS) late.push(message)
  }
  const conversations = await eraseConversations(table, subject, connectionIds, { forgetFile, messageErased })
  if (conversations) await noted.add(conversations)
  // After the conversations: a message that arrives at this moment has settled its contact before it is stored.
  const contacts = await (isFirst ? eraseFromContacts : eraseNewContacts)(table, subject, forgetFile)
  if (contacts > 0) await noted.add({ contacts })
  return conversations !== undefined || contacts > 0
}

/** The mark of the erasure blocks the person already. @returns the number of blocks */
async function eraseBlocks(table: TenantTable, subject: DataSubject): Promise<number> {
  let erased = 0
  for (const identity of identitiesOf(subject)) {
    const read = () => blocksOf(table, identity)
    // A word of the person may change a block meanwhile.
    await retrying(table, read, async (blocks) => {
      const deleted = await Promise.all(blocks.map((block) => deleteBlock(table, block)))
      erased += deleted.filter(Boolean).length
      return deleted.every(Boolean) ? undefined : AGAIN
    })
    // After the blocks: without one, no opt-out can end any more.
    await forgetEndedOptOuts(table, identity)
  }
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
