import { remove as removeCampaign } from '@recado/functions/campaigns/campaigns'
import { leave as leaveRoom } from '@recado/functions/chats/rooms'
import {
  create as createConnection,
  update as updateConnection,
} from '@recado/functions/connections/connections'
import { answerOtherNumber, disconnect, open } from '@recado/functions/connections/linking'
import { begin as beginCheck } from '@recado/functions/contact-lists/checks'
import { remove as removeList } from '@recado/functions/contact-lists/lists'
import { update as updateContact } from '@recado/functions/contacts/contacts'
import { handler as cleanUp } from '@recado/functions/platform/cleanup-worker'
import { remove as removeReply } from '@recado/functions/quick-replies/quick-replies'
import { putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putRoom } from '@recado/shared/chats/store'
import type { ConnectionInput } from '@recado/shared/connections/connection'
import { changeConnection, getConnection, putConnection } from '@recado/shared/connections/store'
import { type CheckPorts, checkNumbers } from '@recado/shared/contact-lists/checking'
import { getList } from '@recado/shared/contact-lists/store'
import { reservePlaces } from '@recado/shared/contacts/contact-cards'
import { writeContacts } from '@recado/shared/contacts/store'
import { newContact } from '@recado/shared/contacts/stored-contact'
import { newId } from '@recado/shared/ids'
import type { Command } from '@recado/shared/queues/commands'
import { cleanupJob, type ValidityJob, validityJob } from '@recado/shared/queues/jobs'
import { getQuickReply, putQuickReply } from '@recado/shared/quick-replies/store'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import { getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aCampaign, aConnection, aQuickReply, aTicket, aTicketQueue } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { FilesInMemory } from '../support/files-in-memory.ts'
import { setContext } from '../support/functions-context.ts'
import { RacedTable } from '../support/raced-table.ts'
import { sqsRecord } from '../support/sqs-record.ts'
import { aListOf } from '../support/stored-campaigns.ts'

const NOON = Date.parse('2026-11-23T15:00:00.000Z')
const AT = new Date(NOON).toISOString()
const ADMIN = anActor({ profile: 'admin' })
/** A call has this long, in seconds (`TIMEOUT_SECONDS` in `infra/src/constructs/http-routes.ts`). */
const LONGEST_CALL_SECONDS = 29

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/files/open', () => ({ filesOf: () => files }))

let memory: RacedTable
let table: TenantTable
let files: FilesInMemory
let jobs: { queue: string; message: object; delaySeconds: number }[]
let commands: Command[]
/** Whether the process dies at this command or job. */
let diesAt: (message: object) => boolean
let checking: CheckPorts

beforeEach(() => {
  memory = new RacedTable()
  table = new TenantTable(memory, 'A')
  files = new FilesInMemory()
  jobs = []
  commands = []
  diesAt = () => false
  const { ports, log } = enginePorts(memory, () => NOON)
  const alive = (message: object) => {
    if (diesAt(message)) throw new Error('The process died')
  }
  const queues = {
    ...ports.queues,
    send: async (queue: string, message: object, delaySeconds = 0) => {
      alive(message)
      jobs.push({ queue, message, delaySeconds })
    },
    command: async (command: Command) => {
      alive(command)
      commands.push(command)
    },
  }
  const asks = { publish: async () => undefined, ask: async () => 'not connected' as const }
  checking = { ...ports, queues, ...asks }
  const platform = platformTable(memory)
  setContext({ table, platform, ports: { ...ports, queues }, log, environment: { SHARDS: 32 } })
})

/** The jobs of a queue so far. Each is taken once. */
function taken<T>(queue: string, schema: { parse: (message: unknown) => T }): T[] {
  const found = jobs.filter((job) => job.queue === queue)
  jobs = jobs.filter((job) => job.queue !== queue)
  return found.map(({ message }) => schema.parse(message))
}

describe('a person’s request of a connection', () => {
  let shop: string
  const dies = () => {
    diesAt = (message) => 'connectionId' in message
  }
  /** A minute later. */
  async function cleansUp(): Promise<void> {
    diesAt = () => false
    for (const job of taken('cleanup', cleanupJob))
      expect(await cleanUp({ Records: [sqsRecord(job)] })).toEqual({ batchItemFailures: [] })
  }

  beforeEach(async () => {
    const closed = aConnection({ companyId: 'A', status: 'DISCONNECTED', wanted: 'closed' })
    await putConnection(table, closed)
    shop = closed.id
  })

  test.each(['open', 'relink'] as const)('whose call died opens it nevertheless (%s)', async (kind) => {
    dies()
    await expect(open(ADMIN, shop, kind)).rejects.toThrow('died')
    await cleansUp()
    expect(commands).toEqual([{ kind, companyId: 'A', connectionId: shop, request: 1 }])
  })

  test('whose call died unlinks it nevertheless', async () => {
    await changeConnection(table, shop, { wanted: 'open', status: 'CONNECTED' })
    dies()
    await expect(disconnect(ADMIN, shop)).rejects.toThrow('died')
    await cleansUp()
    expect(commands).toEqual([{ kind: 'unlink', companyId: 'A', connectionId: shop, request: 2 }])
  })

  test('whose call died answers the question about another number nevertheless', async () => {
    const question = { statusReason: 'OTHER_NUMBER', pendingNumber: '5511987651009' } as const
    await changeConnection(table, shop, question)
    dies()
    await expect(answerOtherNumber(ADMIN, shop, true)).rejects.toThrow('died')
    await cleansUp()
    expect(commands).toMatchObject([{ kind: 'open', connectionId: shop, request: 1 }])
  })

  test('whose call died opens a new connection nevertheless', async () => {
    dies()
    const input = { name: 'Filial' } as ConnectionInput
    await expect(createConnection(ADMIN, input)).rejects.toThrow('died')
    await cleansUp()
    expect(commands).toMatchObject([{ kind: 'open', companyId: 'A' }])
    const [{ connectionId = '' } = {}] = commands as { connectionId?: string }[]
    expect(await getConnection(table, connectionId)).toMatchObject({ name: 'Filial', status: 'OPENING' })
  })

  test('is not repeated once its session has begun', async () => {
    await open(ADMIN, shop, 'relink')
    await changeConnection(table, shop, { status: 'qrcode' })
    await cleansUp()
    expect(commands).toHaveLength(1)
  })

  test('is not repeated once its account was unlinked', async () => {
    await disconnect(ADMIN, shop)
    await changeConnection(table, shop, { unlinkedFor: 1 })
    await cleansUp()
    expect(commands).toHaveLength(1)
  })

  test('is not repeated after a later one', async () => {
    await open(ADMIN, shop, 'relink')
    const [earlier] = taken('cleanup', cleanupJob)
    await open(ADMIN, shop, 'open')
    expect(await cleanUp({ Records: [sqsRecord(earlier ?? {})] })).toEqual({ batchItemFailures: [] })
    expect(commands.map(({ kind }) => kind)).toEqual(['relink', 'open'])
  })
})

describe('a check of numbers', () => {
  let listId: string
  let shop: string
  const validityJobs = () => taken('validity', validityJob)
  const runs = (job: ValidityJob | undefined) => checkNumbers(checking, validityJob.parse(job))

  beforeEach(async () => {
    const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
    await putConnection(table, connection)
    shop = connection.id
    listId = await aListOf(table, [])
  })

  test('whose call died is begun by its watch, and ends', async () => {
    diesAt = (message) => 'checkId' in message && !('watch' in message)
    await expect(beginCheck(ADMIN, listId, shop)).rejects.toThrow('died')
    expect(await getList(table, listId)).toMatchObject({ checkId: expect.any(String) })
    diesAt = () => false
    const [watch] = validityJobs()
    await runs(watch)
    const [first] = validityJobs()
    await runs(first)
    const list = await getList(table, listId)
    expect(list).toBeDefined()
    expect(list).not.toHaveProperty('checkId')
    expect(list).not.toHaveProperty('checkBegunBy')
  })

  test('has one job at a time, although its first one comes after its watch', async () => {
    listId = await aListOf(table, [{ name: 'Rita', number: '5511987651001' }])
    await beginCheck(ADMIN, listId, shop)
    const [watch, first] = validityJobs()
    await runs(watch)
    const [another] = validityJobs()
    await runs(another)
    await runs(first)
    expect(validityJobs()).toMatchObject([{ byWatch: true }])
  })

  test('that has had a job is left alone by its watch', async () => {
    listId = await aListOf(table, [{ name: 'Rita', number: '5511987651001' }])
    await beginCheck(ADMIN, listId, shop)
    const [watch, first] = validityJobs()
    await runs(first)
    const [next] = validityJobs()
    await runs(watch)
    expect(validityJobs()).toEqual([])
    await runs(next)
    expect(validityJobs()).toHaveLength(1)
  })
})

test('a repeated change of a contact renames the ticket that the first one left', async () => {
  const connection = aConnection({ companyId: 'A' })
  await putConnection(table, connection)
  const who = { id: newId(), name: 'Rita', nameFrom: 'user', number: '5511987651001', lid: null } as const
  const contact = newContact({ ...who, place: await reservePlaces(table, 1) }, AT)
  await writeContacts(table, [{ after: contact }])
  const ticket = aTicket({ whatsappId: connection.id, chat: who.number, contactId: who.id, name: 'Rita' })
  await writeTicket(table, undefined, ticket)
  const change = { name: 'Rita Souza', email: '', var1: '', var2: '', var3: '' }
  memory.dieAfter(1)
  await expect(updateContact(ADMIN, who.id, change)).rejects.toThrow('died')
  memory.dieAfter()
  await updateContact(ADMIN, who.id, change)
  expect(await getTicket(table, ticket.id)).toMatchObject({ name: 'Rita Souza' })
})

test('a repeated change of a connection gives its first queue the tickets that the first one left', async () => {
  const connection = aConnection({ companyId: 'A' })
  await putConnection(table, connection)
  const queue = aTicketQueue({ companyId: 'A' })
  await putTicketQueue(table, queue)
  const ticket = aTicket({ whatsappId: connection.id, status: 'pending', queueId: null })
  await writeTicket(table, undefined, ticket)
  const input = { name: 'Loja', queueIds: [queue.id] } as ConnectionInput
  memory.dieAfter(1)
  await expect(updateConnection(ADMIN, connection.id, input)).rejects.toThrow('died')
  memory.dieAfter()
  await updateConnection(ADMIN, connection.id, input)
  expect(await getTicket(table, ticket.id)).toMatchObject({ queueId: queue.id })
})

test('a repeated deletion deletes a quick reply whose file the first one deleted', async () => {
  const media = {
    type: 'document',
    mediaId: newId(),
    fileName: 'a.txt',
    mimetype: 'text/plain',
    bytes: 2,
  } as const
  const reply = aQuickReply({ companyId: 'A', media })
  await putQuickReply(table, reply)
  files.stored.set(`A/quick-replies/${media.mediaId}`, new TextEncoder().encode('Oi'))
  files.diesAtDeletion = true
  await expect(removeReply(ADMIN, reply.id)).rejects.toThrow('died')
  await removeReply(ADMIN, reply.id)
  expect(await getQuickReply(table, ADMIN.userId, reply.id)).toBeUndefined()
  expect([...files.stored.keys()]).toEqual([])
})

describe('the clean-up of a deletion', () => {
  test.each([
    ['list', async () => removeList(ADMIN, await aListOf(table, []))],
    [
      'campaign',
      async () => {
        const campaign = aCampaign({ companyId: 'A', status: 'INATIVA' })
        await putCampaign(table, campaign)
        return removeCampaign(ADMIN, campaign.id)
      },
    ],
    [
      'room',
      async () => {
        const room = { id: newId(), title: 'Vendas', makerId: 'ana', users: [{ userId: 'ana', name: 'Ana' }] }
        const chat = { ...room, seq: 0, lastAt: AT, lastMessageId: null, revision: 1, createdAt: AT }
        await putRoom(table, chat)
        return leaveRoom(ADMIN, chat.id)
      },
    ],
  ])('is repeated when no call goes on that could still delete the %s', async (_, deletes) => {
    await deletes()
    const delays = jobs.flatMap(({ queue, delaySeconds }) => (queue === 'cleanup' ? [delaySeconds] : []))
    expect(Math.max(...delays)).toBeGreaterThan(LONGEST_CALL_SECONDS)
  })
})
