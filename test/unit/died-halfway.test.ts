import { remove as removeConnection } from '@recado/functions/connections/connections'
import { begin } from '@recado/functions/imports/imports'
import { handler as cleanUp } from '@recado/functions/platform/cleanup-worker'
import { attend } from '@recado/functions/schedules/attend'
import * as schedules from '@recado/functions/schedules/schedules'
import { send } from '@recado/functions/tickets/answers'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { putCompany } from '@recado/shared/companies/store'
import { changeHealth, getHealth } from '@recado/shared/connections/health-store'
import { getConnection, putConnection } from '@recado/shared/connections/store'
import { reservePlaces } from '@recado/shared/contacts/contact-cards'
import { writeContacts } from '@recado/shared/contacts/store'
import { newContact } from '@recado/shared/contacts/stored-contact'
import { newId } from '@recado/shared/ids'
import { importContacts } from '@recado/shared/imports/importing'
import { getImport, WATCH_SECONDS } from '@recado/shared/imports/store'
import type { Command } from '@recado/shared/queues/commands'
import { type CleanupJob, importJob, type ScheduleJob } from '@recado/shared/queues/jobs'
import { DEFAULT_SHARDS, shardOf } from '@recado/shared/queues/shards'
import type { ScheduleInput } from '@recado/shared/schedules/schedule'
import { getSchedule } from '@recado/shared/schedules/store'
import { shardIndex } from '@recado/shared/table/indexes'
import { TenantTable } from '@recado/shared/table/tenant'
import type { MessageInput } from '@recado/shared/tickets/contract/message-routes'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aCompany, aConnection, aTicket } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { FilesInMemory } from '../support/files-in-memory.ts'
import { setContext } from '../support/functions-context.ts'
import { RacedTable } from '../support/raced-table.ts'
import { sqsRecord } from '../support/sqs-record.ts'

const NOON = Date.parse('2026-11-23T15:00:00.000Z')
const ANA = anActor()

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/files/open', () => ({ filesOf: () => files }))

let now: number
let memory: RacedTable
let table: TenantTable
let files: FilesInMemory
let jobs: { queue: string; message: object }[]
let commands: { command: Command; id: string }[]
/** Queued messages at which the process dies. */
let diesAt: (message: object) => boolean
let ports: EnginePorts
let shop: string

beforeEach(async () => {
  now = NOON
  memory = new RacedTable()
  table = new TenantTable(memory, 'A')
  files = new FilesInMemory()
  jobs = []
  commands = []
  diesAt = () => false
  const engine = enginePorts(memory, () => now)
  const queues = {
    ...engine.ports.queues,
    send: async (queue: string, message: object) => {
      if (diesAt(message)) throw new Error('The process died')
      jobs.push({ queue, message })
    },
    command: async (command: Command, id: string) => void commands.push({ command, id }),
  }
  ports = { ...engine.ports, queues }
  setContext({ table, ports, log: engine.log, environment: { SHARDS: 32 } })
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  await putConnection(table, connection)
  shop = connection.id
})

/** @returns the id of an uploaded file */
function anUpload(): string {
  const id = newId()
  files.stored.set(`A/uploads/${id}`, new TextEncoder().encode('Seguem os preços'))
  return id
}

describe('the deletion of a connection', () => {
  const jobOf = (id: string): CleanupJob => ({ companyId: 'A', kind: 'connection', id })
  const cleansUp = (id: string) => cleanUp({ Records: [sqsRecord(jobOf(id))] })
  const place = () => memory.get(shardIndex.key(shardOf(shop, DEFAULT_SHARDS), 'A', shop))
  const forgets = () => commands.filter(({ command }) => command.kind === 'forget')

  test('the clean-up finishes a deletion that died after the row of the connection', async () => {
    await changeHealth(table, shop, { lastTrafficAt: NOON })
    memory.dieAfter(1)
    await expect(removeConnection(ANA, shop)).rejects.toThrow('died')
    memory.dieAfter()
    expect(await getConnection(table, shop)).toBeUndefined()
    expect(jobs).toContainEqual({ queue: 'cleanup', message: jobOf(shop) })
    expect(await cleansUp(shop)).toEqual({ batchItemFailures: [] })
    expect(await place()).toBeUndefined()
    expect(await getHealth(table, shop)).toEqual({})
    expect(forgets()).toMatchObject([{ command: { companyId: 'A', connectionId: shop } }])
  })

  test('the clean-up repeats the command to forget a deleted connection as the same one', async () => {
    await removeConnection(ANA, shop)
    await cleansUp(shop)
    await cleansUp(shop)
    expect(new Set(forgets().map(({ id }) => id)).size).toBe(1)
  })

  test('the clean-up leaves a connection alone whose deletion was refused', async () => {
    expect(await cleansUp(shop)).toEqual({ batchItemFailures: [] })
    expect(await place()).toBeDefined()
    expect(forgets()).toEqual([])
  })
})

test('the watch ends an import whose request died', async () => {
  const uploadId = anUpload()
  diesAt = (message) => !('watch' in message)
  const layout = { columns: { name: 0, number: 1 }, firstLine: 1 }
  await expect(begin(ANA, null, { uploadId, layout })).rejects.toThrow('died')
  const watch = importJob.parse(jobs[0]?.message)
  now += WATCH_SECONDS * 1000
  await importContacts({ ...ports, files, publish: async () => undefined }, watch)
  expect(await getImport(table, watch)).toMatchObject({ status: 'FAILED', error: 'ERR_IMPORT_LOST' })
})

describe('the file of an answer', () => {
  let ticketId: string
  const PLACE = 'A/media/'
  const places = () => [...files.stored.keys()].filter((key) => key.startsWith(PLACE))

  beforeEach(async () => {
    const ticket = aTicket({ whatsappId: shop, status: 'open', userId: ANA.userId })
    await writeTicket(table, undefined, ticket)
    ticketId = ticket.id
  })

  const anInput = (uploadId: string, caption = ''): MessageInput => ({
    clientId: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
    seenAt: new Date(NOON).toISOString(),
    content: { type: 'document', uploadId, caption, fileName: 'orçamento.txt' },
  })
  const changes = (change: Partial<StoredTicket>) => async () => {
    const ticket = await getTicket(table, ticketId)
    if (ticket) await writeTicket(table, ticket, { ...ticket, ...change })
  }

  test('an answer that is tried again after a change of its ticket keeps its file', async () => {
    const deletes = vi.spyOn(files, 'delete')
    memory.beforeTransaction = changes({ tagIds: ['vip'] })
    const message = await send(ANA, ticketId, anInput(anUpload()))
    expect(places()).toEqual([`${PLACE}${shop}/${message.id}`])
    expect(deletes).not.toHaveBeenCalled()
  })

  test('a refused answer leaves no file', async () => {
    memory.beforeTransaction = changes({ status: 'closed' })
    const sent = send(ANA, ticketId, anInput(anUpload()))
    await expect(sent).rejects.toMatchObject({ code: 'ERR_TICKET_CLOSED' })
    expect(places()).toEqual([])
  })

  test('a refused answer keeps the file of a simultaneous one with its id', async () => {
    const uploadId = anUpload()
    memory.beforeTransaction = () => send(ANA, ticketId, anInput(uploadId, 'Segue'))
    const refused = send(ANA, ticketId, anInput(uploadId, 'Segue o orçamento'))
    await expect(refused).rejects.toMatchObject({ code: 'ERR_MESSAGE_REUSED' })
    expect(places()).toHaveLength(1)
  })
})

describe('the file of a schedule', () => {
  let contactId: string
  const places = () => [...files.stored.keys()].filter((key) => key.startsWith('A/schedules/'))

  beforeEach(async () => {
    const place = await reservePlaces(table, 1)
    const who = { id: newId(), name: 'Rita', nameFrom: 'user', number: '5511987651001', lid: null } as const
    const contact = newContact({ ...who, place }, new Date(NOON).toISOString())
    await writeContacts(table, [{ after: contact }])
    contactId = contact.id
  })

  const anInput = (media: ScheduleInput['media']): ScheduleInput => ({
    contactId,
    body: 'Segue',
    sendAt: new Date(NOON + 3_600_000).toISOString(),
    openTicket: false,
    cancelIfReplied: false,
    media,
  })
  const aFile = () => ({ type: 'document', mediaId: anUpload(), fileName: 'orçamento.txt' }) as const

  test('a schedule whose deletion died is not sent, and a repeated deletion deletes its file', async () => {
    const { id } = await schedules.create(ANA, anInput(aFile()))
    const { dueAt = null } = (await getSchedule(table, id)) ?? {}
    files.diesAtDeletion = true
    await expect(schedules.remove(ANA, id)).rejects.toThrow('died')
    now += 3_600_000
    await attend({ companyId: 'A', scheduleId: id, dueAt: dueAt ?? '' })
    expect(await getSchedule(table, id)).toMatchObject({ status: 'PENDENTE', message: null, waitsFor: null })
    await schedules.remove(ANA, id)
    expect(await getSchedule(table, id)).toBeUndefined()
    expect(places()).toEqual([])
  })

  describe('that leaves', () => {
    let id: string
    let job: ScheduleJob
    const due = async () => ({
      companyId: 'A',
      scheduleId: id,
      dueAt: (await getSchedule(table, id))?.dueAt ?? '',
    })
    const copies = () => [...files.stored.keys()].filter((key) => key.startsWith('A/media/'))

    beforeEach(async () => {
      await putCompany(table, aCompany({ id: 'A' }))
      id = (await schedules.create(ANA, { ...anInput(aFile()), whatsappId: shop })).id
      now += 3_600_000
      // Its turn, at which it leaves.
      await attend(await due())
      job = await due()
    })

    test('is not copied for good if the schedule is deleted at that moment', async () => {
      await memory.during(
        () => schedules.remove(ANA, id),
        () => attend(job),
      )
      expect(await getSchedule(table, id)).toBeUndefined()
      expect(copies()).toEqual([])
    })

    test('stays with the message that another delivery of the job stored', async () => {
      await memory.during(
        () => attend(job),
        () => attend(job),
      )
      const { message } = (await getSchedule(table, id)) ?? {}
      expect(copies()).toEqual([`A/media/${shop}/${message?.messageId}`])
    })
  })

  test.each([
    ['deletion', (id: string) => schedules.remove(ANA, id)],
    ['change', (id: string) => schedules.update(ANA, id, anInput(null))],
  ])(
    'the next %s of a schedule deletes the replaced file that an interrupted change left',
    async (_, next) => {
      const { id } = await schedules.create(ANA, anInput(aFile()))
      files.diesAtDeletion = true
      await expect(schedules.update(ANA, id, anInput(aFile()))).rejects.toThrow('died')
      expect(places()).toHaveLength(2)
      await next(id)
      expect(places()).toEqual([])
    },
  )
})
