import { pageOfItems, type StoredItem } from '@recado/shared/contact-lists/items'
import { DomainError } from '@recado/shared/errors'
import type { Handover } from '@recado/shared/imports/import'
import { changeHandover, getImport, isUnderWay, type StoredImport } from '@recado/shared/imports/store'
import type { HandoverJob } from '@recado/shared/queues/jobs'
import { ports, publish, tableOf } from '../context.ts'
import { asking } from './platform.ts'

/** Contacts handed over in this time, then the rest is queued, in milliseconds. */
const PART_MS = 20_000
/** Contacts that are looked at together. */
const LOOKED_AT_ONCE = 50
/** Contacts that are handed over at the same time. */
const HANDED_AT_ONCE = 5
/** An import that has not ended yet is looked at again after this, in seconds. */
const ASK_AGAIN_SECONDS = 5
/** A platform that is away is asked again after so much longer each time, in seconds, and at last given up. */
const PAUSE_SECONDS = 30
const TRIES = 5

/**
 * Hands the contacts of an import to the integrated platform. How far it has come is written down behind each few:
 * whoever takes over after a death hands over a few twice, which the platform knows already.
 */
export async function handOver(job: HandoverJob): Promise<void> {
  const found = await getImport(tableOf(job.companyId), job)
  if (!found?.sync || isOver(found.sync)) return
  if (isUnderWay(found)) return ports.queues.send('handovers', job, ASK_AGAIN_SECONDS)
  const until = ports.now() + PART_MS
  let at: Reached = { stored: found, sync: { ...found.sync, status: 'RUNNING' } }
  while (!isOver(at.sync) && ports.now() < until) {
    const next = await handOverSome(job.companyId, at)
    if (!next) return
    if (next.away) return tryLater(job, next)
    at = next
  }
  await tell(job, at.sync)
  if (!isOver(at.sync)) await ports.queues.send('handovers', { ...job, tries: 0 })
}

const isOver = ({ status }: Handover): boolean => status === 'DONE' || status === 'STOPPED'

/** How far a handover has come. */
interface Reached {
  /** As it was read or written last. */
  stored: StoredImport
  sync: Handover
  /** Why the platform could not be asked. */
  away?: string
}

/** @returns undefined where somebody else goes on with it */
async function handOverSome(companyId: string, { stored, sync }: Reached): Promise<Reached | undefined> {
  const table = tableOf(companyId)
  const { syncedTo = -1, contactListId, importId } = stored
  const after = syncedTo < 0 ? undefined : syncedTo
  const page = await pageOfItems(table, contactListId ?? '', { after, limit: LOOKED_AT_ONCE })
  const own = page.rows.filter((item) => item.importId === importId)
  const { problem, last, saved, refused } = await handedInTurn(companyId, own)
  const to = (problem ? last : page.rows.at(-1)?.place) ?? syncedTo
  const isAway = problem?.code === 'ERR_INTEGRATION_UNAVAILABLE'
  const isStopped = problem !== undefined && !isAway
  const isLast = !problem && page.after === undefined
  const next: Handover = {
    status: isStopped ? 'STOPPED' : isLast ? 'DONE' : 'RUNNING',
    synced: sync.synced + saved,
    failed: sync.failed + refused,
    error: isStopped ? problem.code : null,
  }
  if (!(await changeHandover(table, stored, { sync: next, to }))) return undefined
  return { stored: { ...stored, syncedTo: to }, sync: next, ...(isAway && { away: problem?.code }) }
}

/** A few at a time, as far as the platform goes along; `last` is the place of the last one that it answered about. */
async function handedInTurn(companyId: string, contacts: readonly StoredItem[]) {
  const counts = { saved: 0, refused: 0 }
  let last: number | undefined
  for (let first = 0; first < contacts.length; first += HANDED_AT_ONCE) {
    const some = contacts.slice(first, first + HANDED_AT_ONCE)
    const answer = await handed(companyId, some)
    if (answer instanceof DomainError) return { ...counts, last, problem: answer }
    counts.saved += answer.saved
    counts.refused += answer.refused
    last = some.at(-1)?.place
  }
  return { ...counts, last, problem: undefined }
}

/** What became of these contacts, or why none of them can be handed over now. */
async function handed(
  companyId: string,
  contacts: readonly StoredItem[],
): Promise<{ saved: number; refused: number } | DomainError> {
  try {
    const outcomes = await asking(companyId, (platform, token) =>
      Promise.all(
        contacts.map(({ name, number, email }) => platform.saveContact(token, { name, number, email })),
      ),
    )
    const saved = outcomes.filter((outcome) => outcome === 'saved').length
    return { saved, refused: outcomes.length - saved }
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

/** A platform that is away comes back, as a rule. */
async function tryLater(job: HandoverJob, { stored, sync, away }: Reached): Promise<void> {
  const tries = sync.synced > (stored.sync?.synced ?? 0) ? 1 : job.tries + 1
  if (tries < TRIES) {
    await tell(job, sync)
    return ports.queues.send('handovers', { ...job, tries }, PAUSE_SECONDS * tries)
  }
  const stopped: Handover = { ...sync, status: 'STOPPED', error: away ?? null }
  if (await changeHandover(tableOf(job.companyId), stored, { sync: stopped, to: stored.syncedTo ?? -1 }))
    await tell(job, stopped)
}

const tell = ({ companyId, contactListId, importId }: HandoverJob, sync: Handover): Promise<void> =>
  publish({
    companyId,
    topic: `ContactListItem-${contactListId}`,
    action: 'synced',
    body: { importId, sync },
  })
