import { offer } from '@recado/functions/desk/offers'
import { mailedNotice } from '@recado/functions/notices/mailed-notice'
import { attend } from '@recado/functions/schedules/attend'
import { id, newId } from '@recado/shared/ids'
import { putNoticeSettings } from '@recado/shared/notices/settings-store'
import { getNotice, pageOfNotices, putNotice } from '@recado/shared/notices/store'
import { writeSchedule } from '@recado/shared/schedules/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { putUser, type StoredUser } from '@recado/shared/users/store'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aSchedule, aTicket, aTicketQueue } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

/** Later than all ids that builders make by the clock. */
const NOW = Date.parse('2099-11-23T12:00:00.000Z')
const MINUTE_MS = 60_000

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock(import('@recado/functions/realtime/online'), async (real) => ({
  ...(await real()),
  onlineAmong: async (_, users) => new Set(users.map(({ id: userId }) => userId)),
}))

let table: TenantTable
let now: number
beforeEach(() => {
  const memory = new MemoryTable()
  now = NOW
  table = new TenantTable(memory, 'A')
  setContext({
    table,
    ports: enginePorts(memory, () => now).ports,
    environment: { APP_ORIGIN: 'https://recado.test' },
  })
})

async function aUser(overrides: Partial<StoredUser> = {}): Promise<StoredUser> {
  const userId = newId()
  const user: StoredUser = {
    id: userId,
    companyId: 'A',
    name: 'Ana',
    email: `${userId.toLowerCase()}@exemplo.test`,
    profile: 'admin',
    super: false,
    createdAt: new Date(NOW).toISOString(),
    passwordHash: null,
    ...overrides,
  }
  await putUser(table, user)
  return user
}

async function isMentioned(userId: string) {
  const at = new Date(now).toISOString()
  await putNotice(table, { id: newId(now), userId, kind: 'mention', ticketId: 'T1', at })
  now += MINUTE_MS
}

/** A schedule of a deleted contact is due, and its job comes twice. */
async function failsToSchedule(userId: string) {
  const dueAt = new Date(now).toISOString()
  const schedule = aSchedule({ companyId: 'A', userId, dueAt })
  await writeSchedule(table, undefined, schedule)
  for (const _ of ['first', 'again']) await attend({ companyId: 'A', scheduleId: schedule.id, dueAt })
  now += MINUTE_MS
}

/** A ticket that changed many times enters a queue, which is told twice. */
async function isOffered(queueId: string) {
  const ticket = aTicket({ queueId, userId: null, preferredUserId: null, revision: 100 })
  await writeTicket(table, undefined, ticket)
  for (const _ of ['first', 'again']) await offer('A', ticket)
  now += MINUTE_MS
}

test('notices of offers and of failed schedules stand among the others, newest first, once each', async () => {
  const queue = aTicketQueue({ companyId: 'A', distribution: 'offer' })
  await putTicketQueue(table, queue)
  const ana = await aUser({ queueIds: [queue.id] })
  await isMentioned(ana.id)
  await failsToSchedule(ana.id)
  await isMentioned(ana.id)
  await isOffered(queue.id)
  await isMentioned(ana.id)
  const { rows } = await pageOfNotices(table, ana.id, { limit: 20 })
  expect(rows.map(({ kind }) => kind)).toEqual(['mention', 'offer', 'mention', 'schedule-failed', 'mention'])
  // Ids as the call takes them that marks notices as read.
  expect(rows.filter((row) => !id.safeParse(row.id).success)).toEqual([])
})

describe('a queued mail about a notice', () => {
  const mailTo = async ({ id: userId }: StoredUser) => {
    const noticeId = newId(now)
    const about = { place: 'connections' as const, name: 'Loja', reason: 'LOGGED_OUT' }
    const notice = { id: noticeId, userId, kind: 'connection-down' as const, ticketId: null, about }
    await putNotice(table, { ...notice, at: new Date(now).toISOString() })
    const mail = await mailedNotice({ kind: 'notice', companyId: 'A', userId, noticeId }, 'job')
    const isNoted = (await getNotice(table, userId, noticeId))?.mailedAt !== undefined
    expect(isNoted).toBe(mail !== undefined)
    return mail
  }

  test('is sent to an admin who wants it', async () => {
    const ana = await aUser()
    expect(await mailTo(ana)).toMatchObject({ to: ana.email })
  })

  test('is not sent after the user switched mails of its kind off', async () => {
    const ana = await aUser()
    const channels = { 'connection-down': { browser: true, email: false } }
    await putNoticeSettings(table, ana.id, { channels, language: 'pt' })
    expect(await mailTo(ana)).toBeUndefined()
  })

  test('is not sent to a user who is no longer an admin, if its kind is for admins', async () => {
    expect(await mailTo(await aUser({ profile: 'user' }))).toBeUndefined()
  })
})
