import { getList, putList } from '@recado/shared/contact-lists/store'
import { importContacts } from '@recado/shared/imports/importing'
import type { ImportPorts } from '@recado/shared/imports/ports'
import { getImport, LOST_AFTER_MS, putImport, takeTurn, WATCH_SECONDS } from '@recado/shared/imports/store'
import type { ImportJob } from '@recado/shared/queues/jobs'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { MemoryTable } from '@recado/shared/table/memory'
import { keyIn } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aContactList } from '../support/builders.ts'
import { CountingLog } from '../support/counting-log.ts'

const FILE = new TextEncoder().encode('nome,numero\nAna,11987650001\n')

let memory: MemoryTable
let table: TenantTable
let listId: string
let now: number
let queued: { job: ImportJob; delaySeconds: number }[]
let told: LiveEvent[]
let files: Map<string, Uint8Array>

beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  now = Date.parse('2026-11-21T12:00:00Z')
  queued = []
  told = []
  files = new Map()
  const list = aContactList({ companyId: 'A' })
  listId = list.id
  await putList(table, list)
})

async function begun(importId: string, file = FILE): Promise<ImportJob> {
  files.set(importId, file)
  await putImport(table, {
    importId,
    contactListId: listId,
    source: importId,
    removeDuplicates: true,
    layout: null,
    consent: null,
    createdAt: new Date(now).toISOString(),
  })
  return { companyId: 'A', contactListId: listId, importId }
}

function ports(): ImportPorts {
  const unused = () => Promise.reject(new Error('not used'))
  return {
    table: memory,
    queues: {
      send: async (_, message, delaySeconds = 0) => {
        queued.push({ job: message as ImportJob, delaySeconds })
      },
      inOrder: unused,
      command: unused,
    },
    log: new CountingLog(),
    recordMetrics: () => undefined,
    publish: async (event) => {
      told.push(event)
    },
    files: {
      get: async (source) => files.get(source),
      put: unused,
      delete: async (source) => {
        files.delete(source)
      },
    },
    now: () => now,
    random: Math.random,
  }
}

const stateOf = (importId: string) => getImport(table, { contactListId: listId, importId })

describe('the turns of imports of one list', () => {
  test('browsers get an event when an import takes its turn and when it ends', async () => {
    await importContacts(ports(), await begun('first'))
    const running = told.flatMap(({ topic, body }) =>
      topic === 'contact-list' ? [Object(body.record).importId] : [],
    )
    expect(running).toEqual(['first', null])
  })

  test('a second import waits until the first has ended', async () => {
    const [first, second] = [await begun('first'), await begun('second')]
    await takeTurn(table, { contactListId: listId, importId: 'first' }, now)
    await importContacts(ports(), second)
    expect(await stateOf('second')).toMatchObject({ status: 'WAITING', read: 0 })
    expect(queued).toEqual([{ job: second, delaySeconds: 3 }])
    await importContacts(ports(), first)
    await importContacts(ports(), second)
    expect(await stateOf('second')).toMatchObject({ status: 'DONE', imported: 0, duplicated: 1 })
    expect(await getList(table, listId)).not.toHaveProperty('importId')
  })

  test('the watch ends a dead import and frees the list, and its contacts stay', async () => {
    const job = await begun('first')
    await takeTurn(table, { contactListId: listId, importId: 'first' }, now)
    await importContacts(ports(), { ...job, watch: true })
    expect(queued).toEqual([{ job: { ...job, watch: true }, delaySeconds: WATCH_SECONDS }])
    now += LOST_AFTER_MS + 1
    await importContacts(ports(), { ...job, watch: true })
    expect(await stateOf('first')).toMatchObject({ status: 'FAILED', error: 'ERR_IMPORT_LOST' })
    expect(await getList(table, listId)).not.toHaveProperty('importId')
    expect(queued).toHaveLength(1)
  })

  test('a waiting import takes the turn of a dead one, which cannot continue afterwards', async () => {
    const [first, second] = [await begun('first'), await begun('second')]
    await takeTurn(table, { contactListId: listId, importId: 'first' }, now)
    now += LOST_AFTER_MS + 1
    await importContacts(ports(), second)
    expect(await stateOf('second')).toMatchObject({ status: 'DONE', imported: 1 })
    await takeTurn(table, { contactListId: listId, importId: 'third' }, now)
    await importContacts(ports(), first)
    expect(await stateOf('first')).toMatchObject({ status: 'WAITING', read: 0 })
  })

  test('an import without its list ends with a reason', async () => {
    const job = await begun('first')
    await table.delete(keyIn('LISTS', listId))
    await importContacts(ports(), job)
    expect(await stateOf('first')).toMatchObject({ status: 'FAILED', error: 'ERR_NO_CONTACT_LIST_FOUND' })
    expect(queued).toEqual([])
  })
})

test('an import counts the rows whose texts it cut, so that its user learns of them', async () => {
  const long = 'Maria Aparecida da Conceição Santos de Oliveira Albuquerque'
  const rows = [`${long};11987650001`, 'Ana;11987650002', `${long};123`]
  await importContacts(
    ports(),
    await begun('first', new TextEncoder().encode(`nome;fone\n${rows.join('\n')}`)),
  )
  expect(await stateOf('first')).toMatchObject({ status: 'DONE', imported: 2, refused: 1, shortened: 1 })
})
