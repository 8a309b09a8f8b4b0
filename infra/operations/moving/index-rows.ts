import { chainKey } from '@recado/shared/campaigns/engine/chain'
import { campaignKey } from '@recado/shared/campaigns/store/campaigns'
import { connectionKey } from '@recado/shared/connections/store'
import { shardOf } from '@recado/shared/queues/shards'
import { scheduleKey } from '@recado/shared/schedules/store'
import { chainIndex, deskDueIndex, dueIndex, emailIndex, shardIndex } from '@recado/shared/table/indexes'
import {
  allRows,
  committed,
  deleteRow,
  type Key,
  putRow,
  type Row,
  type Write,
} from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'
import { TICKETS } from '@recado/shared/tickets/store/ticket-entity'
import { findByEmail, userKey } from '@recado/shared/users/store'
import type { Sides } from './side.ts'

/** Writes of one transaction. */
const AT_ONCE = 25

/** Enters what the company has due, and its running chains, so that the sweep finds them. */
export const enterDue = (table: TenantTable): Promise<void> => writeEach(table, dueWrites(table, 'put'))

/** Takes them out: nothing of the company begins by itself. The entities keep their times. */
export const takeOutDue = (table: TenantTable): Promise<void> => writeEach(table, dueWrites(table, 'delete'))

/** Enters the connections for the tasks that hold their shards. @param shards the deployment's number of shards */
export async function enterConnections(table: TenantTable, shards: number): Promise<void> {
  const { companyId } = table
  const writes = async function* () {
    for await (const { sk } of rowsBeside(table, connectionKey('')))
      yield shardIndex.put(shardOf(sk, shards), companyId, sk)
  }
  await writeEach(table, writes())
}

/** The ids of users whose e-mail belongs to another user at the target. */
export async function takenEmails({ companyId, source, target }: Sides): Promise<string[]> {
  const taken: string[] = []
  for await (const { sk: userId, email } of usersOf(source.table)) {
    const holder = await findByEmail(target.deployment.table, email)
    if (holder && (holder.companyId !== companyId || holder.userId !== userId)) taken.push(userId)
  }
  return taken
}

/**
 * Keeps the e-mails of all users for this company at the target, before the users themselves are there.
 * @throws ConditionFailed if another user has one of them
 */
export async function reserveEmails({ companyId, source, target }: Sides): Promise<void> {
  for await (const { sk: userId, email } of usersOf(source.table)) {
    const own = { companyId, userId }
    const write = putRow(emailIndex.put(email, own), [{ pk: { exists: false } }, own])
    await target.table.transact([{ index: write }])
  }
}

/** Frees the e-mails that {@link reserveEmails} kept. */
export async function freeEmails({ companyId, source, target }: Sides): Promise<void> {
  for await (const { sk: userId, email } of usersOf(source.table)) {
    const write = deleteRow(emailIndex.key(email), { companyId, userId })
    await committed(target.table.transact([{ index: write }]))
  }
}

async function* dueWrites(table: TenantTable, how: 'put' | 'delete'): AsyncGenerator<Write> {
  const { companyId } = table
  for await (const { sk, dueAt } of rowsBeside(table, campaignKey(''))) {
    if (dueAt) yield dueIndex[how](dueAt, companyId, sk)
  }
  for await (const { sk, timerAt } of allRows(table, { pk: TICKETS, consistent: true })) {
    if (timerAt) yield deskDueIndex[how](timerAt, companyId, sk)
  }
  for await (const { sk, dueAt } of rowsBeside(table, scheduleKey(''))) {
    if (dueAt) yield deskDueIndex[how === 'put' ? 'putSchedule' : 'delete'](dueAt, companyId, sk)
  }
  for await (const { sk, running } of rowsBeside(table, chainKey(''))) {
    if (running) yield chainIndex[how](companyId, sk)
  }
}

async function writeEach(table: TenantTable, writes: AsyncIterable<Write>): Promise<void> {
  let some: { index: Write }[] = []
  for await (const index of writes) {
    some.push({ index })
    if (some.length < AT_ONCE) continue
    await table.transact(some)
    some = []
  }
  if (some.length > 0) await table.transact(some)
}

const usersOf = (table: TenantTable) => rowsBeside(table, userKey(''))

/** All rows of the partition of this key. */
const rowsBeside = <T extends object>(table: TenantTable, { pk }: Key<T>): AsyncGenerator<Row<T>> =>
  allRows(table, { pk, consistent: true })
