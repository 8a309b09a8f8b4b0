import { eraseLast, partsOf } from '@recado/shared/companies/deletion/parts'
import type { StoredDeletion } from '@recado/shared/companies/register/deletion-key'
import {
  changeDeletion,
  deletionOf,
  endDeletion,
  takeUpDeletion,
} from '@recado/shared/companies/register/deletion-store'
import { strikeCompany } from '@recado/shared/companies/register/register-store'
import { companyKey, getCompany } from '@recado/shared/companies/store'
import { allConnections, changeConnection, connectionIdsEver } from '@recado/shared/connections/store'
import { platform, ports, publish, tableOf } from '../context.ts'
import { filesOf } from '../files/open.ts'

/** Length of one job before it queues its remainder, in milliseconds. Well below the queue's timeout. */
const AT_WORK_MS = 8 * 60_000
/** Pause before the next check of unlinked connections, and between the rounds, in seconds. */
const LATER_SECONDS = 3
/** Rounds over all data. Rows written during the first round are deleted in the second. */
const ROUNDS = 2
/** A job without a progress note for this long counts as dead, in milliseconds. Another one may continue. */
const ALIVE_MS = 20_000
/** Minimum time between two progress events, in milliseconds. */
const TOLD_EVERY_MS = 500

/**
 * Deletes a company for good, as far as one job gets. The next job continues, also after a crash. The socket
 * service unlinks the company's WhatsApp accounts first, and deletes each connection after its keys.
 */
export async function eraseCompany(companyId: string): Promise<void> {
  const deletion = await takeUpDeletion(platform, companyId, {
    now: ports.now(),
    until: ports.now() + ALIVE_MS,
  })
  if (!deletion) return
  if (!(await areUnlinked(deletion))) return later(companyId)
  if (!(await goneThrough(deletion))) return later(companyId, 0)
  if (deletion.rounds + 1 < ROUNDS) {
    await changeDeletion(platform, companyId, { rounds: deletion.rounds + 1 })
    return later(companyId)
  }
  await end(deletion)
}

/** Releases the deletion and queues the next job. */
async function later(companyId: string, seconds = LATER_SECONDS): Promise<void> {
  await changeDeletion(platform, companyId, { busyUntil: 0 })
  await ports.queues.send('cleanup', { companyId, kind: 'company', id: companyId }, seconds)
}

async function areUnlinked(deletion: StoredDeletion): Promise<boolean> {
  const { companyId, status, done } = deletion
  if (status === 'erasing') return true
  const table = tableOf(companyId)
  const left = await allConnections(table)
  for (const { id } of left) await changeConnection(table, id, { wanted: 'closed' })
  // Also connections deleted earlier. The deduplication id keeps repeated commands from piling up.
  for (const connectionId of await connectionIdsEver(table)) {
    await ports.queues.command({ kind: 'erase', companyId, connectionId }, `erase-${connectionId}`)
  }
  const total = Math.max(deletion.total, done + left.length)
  if (left.length > 0) await note(deletion, { total, done: total - left.length })
  return left.length === 0
}

/** @returns false when the time ran out */
async function goneThrough(deletion: StoredDeletion): Promise<boolean> {
  const { companyId } = deletion
  const until = ports.now() + AT_WORK_MS
  const parts = await partsOf(tableOf(companyId))
  // Progress is shown for the first round only. The second finds almost nothing.
  const isWatched = deletion.rounds === 0
  let { done } = deletion
  const total = done + parts.length + 1
  let toldAt = 0
  for (const erase of parts) {
    await erase()
    done++
    if (isWatched && ports.now() - toldAt >= TOLD_EVERY_MS) {
      await note(deletion, { status: 'erasing', done, total })
      toldAt = ports.now()
    }
    if (ports.now() > until) {
      await note(deletion, { status: 'erasing', done, total })
      return false
    }
  }
  await filesOf(companyId).deleteAll()
  if (isWatched) await note(deletion, { status: 'erasing', done: total, total })
  return true
}

/** Deletes the company's row together with its row in the register, then the deletion's own row. */
async function end({ companyId, name, by }: StoredDeletion): Promise<void> {
  const table = tableOf(companyId)
  await eraseLast(table, companyKey)
  const company = await getCompany(table)
  const inTheWay = company && (await strikeCompany(ports, company))
  // If two jobs end at once, one of them removes the company and the other finds it gone.
  if (inTheWay && (await getCompany(table)))
    throw new Error(`The company was not removed from the register: ${inTheWay}`)
  await endDeletion(platform, companyId)
  await publish({ ...by, topic: 'company', action: 'deleted', body: { id: companyId, name } })
}

async function note(
  deletion: StoredDeletion,
  change: Partial<Pick<StoredDeletion, 'status' | 'done' | 'total'>>,
): Promise<void> {
  const { companyId, by } = deletion
  await changeDeletion(platform, companyId, { ...change, busyUntil: ports.now() + ALIVE_MS })
  const record = deletionOf({ ...deletion, ...change })
  await publish({ ...by, topic: 'company', action: 'deletion', body: { record } })
}
