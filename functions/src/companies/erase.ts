import {
  changeDeletion,
  deletionOf,
  endDeletion,
  type StoredDeletion,
  takeUpDeletion,
} from '@recado/shared/companies/deletion/deletion-store'
import { eraseLast, partsOf } from '@recado/shared/companies/deletion/parts'
import { strikeCompany } from '@recado/shared/companies/register-store'
import { companyKey, getCompany } from '@recado/shared/companies/store'
import { allConnections, changeConnection, connectionIdsEver } from '@recado/shared/connections/store'
import { platform, ports, publish, tableOf } from '../context.ts'
import { files } from '../files/open.ts'

/** How long one job works before it hands on to the next, in milliseconds: well before its queue gives it up. */
const AT_WORK_MS = 8 * 60_000
/** Between two looks at what others have to do first, and before everything is gone through once more, in seconds. */
const LATER_SECONDS = 3
/** What was on its way the first time has come by then. */
const ROUNDS = 2
/** A job that has noted nothing for so long has died, in milliseconds: another one may go on. */
const ALIVE_MS = 20_000
/** Browsers hear of it no more often than that, in milliseconds. */
const TOLD_EVERY_MS = 500

/**
 * Deletes a company for good, as far as one job gets; whoever comes after, also after a crash, goes on with what is
 * left. Its WhatsApp accounts are unlinked first, by whoever holds them: each connection is gone when its keys are.
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

/** Lets go of the deletion, and has it taken up by another job. */
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
  // Also those that were deleted before. It is one and the same command while it waits to be carried out.
  for (const connectionId of await connectionIdsEver(table)) {
    await ports.queues.command({ kind: 'erase', companyId, connectionId }, `erase-${connectionId}`)
  }
  const total = Math.max(deletion.total, done + left.length)
  if (left.length > 0) await note(deletion, { total, done: total - left.length })
  return left.length === 0
}

/** @returns false where it ran out of time */
async function goneThrough(deletion: StoredDeletion): Promise<boolean> {
  const { companyId } = deletion
  const until = ports.now() + AT_WORK_MS
  const parts = await partsOf(tableOf(companyId))
  // The first round is what people watch; the second finds next to nothing.
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
  await files.deleteAll(companyId)
  if (isWatched) await note(deletion, { status: 'erasing', done: total, total })
  return true
}

/** The company's own row goes together with its row in the register, and the deletion's last of all. */
async function end({ companyId, by }: StoredDeletion): Promise<void> {
  const table = tableOf(companyId)
  await eraseLast(table, companyKey)
  const company = await getCompany(table)
  const inTheWay = company && (await strikeCompany(ports, company))
  // Of two jobs that come to the end at once one strikes it off.
  if (inTheWay && (await getCompany(table))) throw new Error(`Not struck off: ${inTheWay}`)
  await endDeletion(platform, companyId)
  await publish({ ...by, topic: 'company', action: 'deleted', body: { id: companyId } })
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
