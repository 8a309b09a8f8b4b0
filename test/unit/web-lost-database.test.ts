import { expect, test } from 'vitest'
import { entriesIn } from '../../web/src/tickets/outbox/entries-db.ts'
import type { OutboxEntry } from '../../web/src/tickets/outbox/entry.ts'
import { anOutboxEntry, OWNER } from '../support/web-tickets.ts'

const lost = () => new DOMException('Connection to Indexed Database server lost', 'UnknownError')

/** A database of the browser, and the connections that were opened to it. */
function aBrowser({ opens = () => true }: { opens?: (count: number) => boolean } = {}) {
  const stored = new Map<string, OutboxEntry>()
  const connections: { fault: unknown; isClosed: boolean; onClosed: () => void }[] = []
  let attempts = 0
  const open = async (onClosed: () => void) => {
    attempts += 1
    if (!opens(attempts)) throw lost()
    const connection: (typeof connections)[number] = { fault: undefined, isClosed: false, onClosed }
    connections.push(connection)
    const on =
      <A extends unknown[], T>(work: (...parts: A) => T) =>
      async (...parts: A) => {
        if (connection.fault) throw connection.fault
        return work(...parts)
      }
    return {
      getAll: on(() => [...stored.values()]),
      getAllFromIndex: on((_store: string, _index: string, owner: string) =>
        [...stored.values()].filter((entry) => entry.owner === owner),
      ),
      put: on((_store: string, entry: OutboxEntry) => void stored.set(entry.clientId, entry)),
      delete: on((_store: string, clientId: string) => void stored.delete(clientId)),
      transaction: () => ({
        store: {
          get: on((clientId: string) => stored.get(clientId)),
          put: on((entry: OutboxEntry) => void stored.set(entry.clientId, entry)),
        },
        done: Promise.resolve(),
      }),
      close: () => {
        connection.isClosed = true
      },
    } as never
  }
  return { stored, connections, open, attempts: () => attempts }
}
const idsIn = async (entries: ReturnType<typeof entriesIn>) =>
  (await entries.ofOwner(OWNER)).map(({ clientId }) => clientId)

test('every use of a database whose connection was lost goes on with a new connection', async () => {
  const uses: ((entries: ReturnType<typeof entriesIn>) => Promise<unknown>)[] = [
    (entries) => entries.ofOwner(OWNER),
    (entries) => entries.put(anOutboxEntry({ clientId: 'c2' })),
    (entries) => entries.change('c1', { uploadId: 'U1' }),
    (entries) => entries.remove('c1'),
    (entries) => entries.removeExpired(0),
  ]
  for (const name of ['UnknownError', 'InvalidStateError', 'AbortError'])
    for (const use of uses) {
      const { stored, connections, open } = aBrowser()
      const entries = entriesIn(open)
      await entries.put(anOutboxEntry())
      const [first] = connections
      if (first) first.fault = new DOMException('Lost', name)
      await use(entries)
      expect([connections.length, first?.isClosed]).toEqual([2, true])
      expect(await idsIn(entries)).toEqual([...stored.keys()])
      expect([...stored.keys()].every((clientId) => !entries.isOfTab(clientId))).toBe(true)
    }
})

test('a connection that the browser closes is opened again at the next use', async () => {
  const { connections, open } = aBrowser()
  const entries = entriesIn(open)
  await entries.put(anOutboxEntry())
  connections[0]?.onClosed()
  expect(await idsIn(entries)).toEqual(['c1'])
  expect(connections).toHaveLength(2)
})

test('messages stay in the tab while the database does not open again, and a sent one does not come back', async () => {
  let isOut = false
  const { stored, connections, open } = aBrowser({ opens: () => !isOut })
  const entries = entriesIn(open)
  await entries.put(anOutboxEntry())
  isOut = true
  for (const connection of connections) connection.fault = lost()
  await entries.put(anOutboxEntry({ clientId: 'c2', order: 1 }))
  await entries.change('c1', { uploadId: 'U1' })
  await entries.removeExpired(0)
  expect(await entries.ofOwner(OWNER)).toMatchObject([
    { clientId: 'c1', uploadId: 'U1' },
    { clientId: 'c2', uploadId: null },
  ])
  await entries.remove('c1')
  expect(await idsIn(entries)).toEqual(['c2'])
  isOut = false
  expect(await idsIn(entries)).toEqual(['c2'])
  expect([...stored.keys()]).toEqual([])
})

test('a browser that opens no database keeps messages in the tab', async () => {
  const entries = entriesIn(() => {
    throw new DOMException('Not in a private window', 'SecurityError')
  })
  await entries.put(anOutboxEntry())
  expect([await idsIn(entries), entries.isOfTab('c1')]).toEqual([['c1'], true])
})

test('other errors of the database are thrown', async () => {
  const { connections, open } = aBrowser()
  const entries = entriesIn(open)
  await entries.ofOwner(OWNER)
  for (const error of [new DOMException('No such index', 'NotFoundError'), new TypeError('A bug')]) {
    for (const connection of connections) connection.fault = error
    await expect(entries.ofOwner(OWNER)).rejects.toBe(error)
    await expect(entries.remove('c1')).rejects.toBe(error)
  }
  expect(connections).toHaveLength(1)
})

test('a message whose change finds no room goes on in the tab, and frees its place in the database', async () => {
  const { stored, open } = aBrowser()
  const full = async () => {
    throw new DOMException('No room', 'QuotaExceededError')
  }
  const entries = entriesIn(async (onClosed) => {
    const database: object = await open(onClosed)
    const store = { get: async (clientId: string) => stored.get(clientId), put: full }
    return { ...database, transaction: () => ({ store, done: Promise.resolve() }) } as never
  })
  await entries.put(anOutboxEntry())
  await entries.change('c1', { uploadId: 'U1' })
  expect(await entries.ofOwner(OWNER)).toMatchObject([{ clientId: 'c1', uploadId: 'U1' }])
  expect([entries.isOfTab('c1'), [...stored.keys()]]).toEqual([true, []])
})
