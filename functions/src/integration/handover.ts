import { pageOfItems, type StoredItem } from '@recado/shared/contact-lists/items'
import type { ErrorCode } from '@recado/shared/errors/error-codes'
import { DomainError } from '@recado/shared/errors/errors'
import type { Handover } from '@recado/shared/imports/import'
import { changeHandover, getImport, isUnderWay, type StoredImport } from '@recado/shared/imports/store'
import type { HandoverJob } from '@recado/shared/queues/jobs'
import { ports, publish, tableOf } from '../context.ts'
import { asking } from './platform.ts'

/** Time for contacts in one job, in milliseconds. The job then queues its remainder. */
const PART_MS = 20_000
/** Contacts that are read at once. */
const LOOKED_AT_ONCE = 50
/** Contacts that are handed over in parallel. */
const HANDED_AT_ONCE = 5
/** Pause before an unfinished import is checked again, in seconds. */
const ASK_AGAIN_SECONDS = 5
/**
 * An unavailable platform is retried after this pause, which grows with each try, in seconds. After the last try
 * the handover stops.
 */
const PAUSE_SECONDS = 30
const TRIES = 5

/**
 * Hands an import's contacts to the integrated platform, and stores its progress after every few. After a crash,
 * the next job hands over a few contacts twice, which the platform accepts.
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
  await publishHandover(job, at.sync)
  if (!isOver(at.sync)) await ports.queues.send('handovers', { ...job, tries: 0 })
}

const isOver = ({ status }: Handover): boolean => status === 'DONE' || status === 'STOPPED'

/** Progress of a handover. */
interface Reached {
  /** The import as last read or written. */
  stored: StoredImport
  sync: Handover
  /** Why the platform was unavailable. */
  away?: ErrorCode
}

/** @returns undefined when another job continues it */
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

/**
 * Hands contacts over, a few at a time, until the platform refuses. `last` is the place of the last answered
 * contact.
 */
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

/** Results for these contacts, or the reason why none can be handed over now. */
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

/** Retries later: an unavailable platform usually comes back. */
async function tryLater(job: HandoverJob, { stored, sync, away }: Reached): Promise<void> {
  const tries = sync.synced > (stored.sync?.synced ?? 0) ? 1 : job.tries + 1
  if (tries < TRIES) {
    await publishHandover(job, sync)
    return ports.queues.send('handovers', { ...job, tries }, PAUSE_SECONDS * tries)
  }
  const stopped: Handover = { ...sync, status: 'STOPPED', error: away ?? null }
  if (await changeHandover(tableOf(job.companyId), stored, { sync: stopped, to: stored.syncedTo ?? -1 }))
    await publishHandover(job, stopped)
}

const publishHandover = (
  { companyId, contactListId, importId }: HandoverJob,
  sync: Handover,
): Promise<void> =>
  publish({
    companyId,
    topic: `ContactListItem-${contactListId}`,
    action: 'synced',
    body: { importId, sync },
  })
