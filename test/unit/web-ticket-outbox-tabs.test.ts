import { ApiError } from '@recado/shared/http/api-error'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { messagesIn } from '../../web/src/tickets/conversation-cache.ts'
import { ticketKeys } from '../../web/src/tickets/keys.ts'
import { entriesIn } from '../../web/src/tickets/outbox/entries-db.ts'
import type { OutboxEntry, OutboxFile } from '../../web/src/tickets/outbox/entry.ts'
import { openOutbox } from '../../web/src/tickets/outbox/outbox.ts'
import { postEntry, uploadEntry } from '../../web/src/tickets/outbox/post-entry.ts'
import { forgetSent, outgoingOf } from '../../web/src/tickets/outgoing.ts'
import { anOutboxEntry, aShownMessage, conversationPages, OWNER } from '../support/web-tickets.ts'

vi.mock('../../web/src/tickets/outbox/post-entry.ts', () => ({ postEntry: vi.fn(), uploadEntry: vi.fn() }))
vi.mock(import('../../web/src/tickets/outbox/entries-db.ts'), async (original) => ({
  ...(await original()),
  openEntries: () => entriesIn(connect),
}))

/** The database of the browser, which all tabs share. It has no room for files. */
const stored = new Map<string, OutboxEntry>()
const database = {
  getAll: async () => [...stored.values()],
  getAllFromIndex: async (_store: string, _index: string, owner: string) =>
    [...stored.values()].filter((entry) => entry.owner === owner),
  put: async (_: string, entry: OutboxEntry) => {
    if (entry.file) throw new DOMException('No room', 'QuotaExceededError')
    stored.set(entry.clientId, entry)
  },
  delete: async (_: string, clientId: string) => void stored.delete(clientId),
  transaction: () => ({ store: { get: async () => undefined }, done: Promise.resolve() }),
  close: () => {},
} as unknown as Awaited<ReturnType<Parameters<typeof entriesIn>[0]>>

/** How a tab opens the database. */
let connect = async () => database

const aFile: OutboxFile = {
  blob: new Blob(['x']),
  fileName: 'foto.png',
  type: 'image',
  voice: false,
  seconds: 0,
}

/** Messages between tabs, in their order. */
let posted: { from: Channel; data: unknown }[] = []
let channels: Channel[] = []
class Channel {
  onmessage = (_: { data: unknown }) => {}
  readonly name: string
  constructor(name: string) {
    this.name = name
    channels.push(this)
  }
  postMessage(data: unknown) {
    posted.push({ from: this, data })
  }
  close() {
    channels = channels.filter((channel) => channel !== this)
  }
}
/** Delivers messages between tabs, and those that follow. @returns whether all were delivered in so many rounds */
async function tabsFallSilent(rounds: number): Promise<boolean> {
  for (let round = 0; round < rounds; round += 1) {
    await allIsDone()
    const [deliver] = [posted]
    posted = []
    if (deliver.length === 0) return true
    for (const { from, data } of deliver)
      for (const channel of channels)
        if (channel !== from && channel.name === from.name) channel.onmessage({ data })
  }
  return false
}
const allIsDone = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const opened: { close: () => void }[] = []
const openTab = async (client = new QueryClient()) => {
  const outbox = openOutbox(client, OWNER)
  opened.push(outbox)
  await allIsDone()
  return outbox
}
const sent = () => vi.mocked(postEntry).mock.calls.map(([{ text }]) => text)

beforeEach(() => {
  stored.clear()
  ;[posted, channels, connect] = [[], [], async () => database]
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.mocked(postEntry)
    .mockReset()
    .mockResolvedValue({} as ShownMessage)
  vi.mocked(uploadEntry).mockReset().mockResolvedValue('U1')
})
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.close()
})

test('tabs without locks fall silent while an old message waits for its user', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  stored.set('old', anOutboxEntry({ clientId: 'old', at: new Date(Date.now() - 11 * 60_000).toISOString() }))
  await openTab()
  await openTab()
  expect(await tabsFallSilent(20)).toBe(true)
  expect(sent()).toEqual([])
})

test('tabs without locks fall silent while the server does not answer', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.mocked(postEntry).mockRejectedValue(new ApiError(0, 'ERR_NETWORK', 'Nothing answered'))
  const first = await openTab()
  await openTab()
  await first.add([anOutboxEntry({ at: new Date().toISOString() })])
  expect(await tabsFallSilent(20)).toBe(true)
  // Each tab tries once before its pause.
  expect(sent()).toHaveLength(2)
})

test('a message for which the browser has no room leaves from its own tab, in its order', async () => {
  vi.stubGlobal('navigator', { onLine: true, locks: { request: oneHolder() } })
  const first = await openTab()
  const second = await openTab()
  const written = (text: string, order: number, file: OutboxFile | null = null) =>
    anOutboxEntry({ clientId: text, text, order, file, at: new Date().toISOString() })
  await second.add([written('Um', 0), written('Foto', 1, aFile), written('Dois', 2)])
  expect(await tabsFallSilent(20)).toBe(true)
  expect(sent()).toEqual(['Um', 'Foto', 'Dois'])
  await first.add([written('Três', 3)])
  await tabsFallSilent(20)
  expect(sent().at(-1)).toBe('Três')
})

test('a visible tab sends what a suspended one does not, and both show the message once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('navigator', { onLine: true, locks: { request: oneHolder() } })
  const message = aShownMessage({ clientId: 'c1' })
  const { promise: answer, resolve } = Promise.withResolvers<ShownMessage>()
  vi.mocked(postEntry).mockReturnValueOnce(answer).mockResolvedValueOnce(message)
  const clients = [new QueryClient(), new QueryClient()]
  for (const client of clients) client.setQueryData(ticketKeys.messages('T1'), conversationPages([]))
  const first = await openTab(clients[0])
  await first.add([anOutboxEntry({ at: new Date().toISOString() })])
  await tabsFallSilent(20)
  const suspended = channels.splice(0)
  await openTab(clients[1])
  expect(await tabsFallSilent(20)).toBe(true)
  expect(sent()).toHaveLength(1)
  vi.advanceTimersByTime(4000)
  await allIsDone()
  expect([sent(), stored.size]).toEqual([['Oi', 'Oi'], 0])
  // The suspended tab runs again: it hears the messages that it missed, and the answer to its own call.
  channels.push(...suspended)
  resolve(message)
  expect(await tabsFallSilent(20)).toBe(true)
  const shownIn = (client: QueryClient) => [
    messagesIn(client.getQueryData(ticketKeys.messages('T1'))).map(({ clientId }) => clientId),
    outgoingOf(client, 'T1'),
  ]
  expect(clients.map(shownIn)).toEqual(clients.map(() => [['c1'], []]))
})

test('a message that was given up does not leave from another tab that lost its database', async () => {
  const network = { onLine: false }
  vi.stubGlobal('navigator', network)
  const first = await openTab()
  await first.add([anOutboxEntry({ at: new Date().toISOString() })])
  let isLost = false
  const losing = new Proxy(database, {
    get: (target, name) => {
      if (isLost && name !== 'close' && name !== 'then') throw new DOMException('Lost', 'UnknownError')
      return Reflect.get(target, name)
    },
  })
  connect = async () => losing
  const second = await openTab()
  isLost = true
  await first.discard('c1')
  await tabsFallSilent(20)
  network.onLine = true
  await second.add([anOutboxEntry({ clientId: 'c2', text: 'E então?', at: new Date().toISOString() })])
  await tabsFallSilent(20)
  expect(sent()).toEqual(['E então?'])
})

test('an opened outbox removes the expired messages of every user, and keeps the others', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const entries = [
    anOutboxEntry({ clientId: 'own', at: ago(25) }),
    anOutboxEntry({ clientId: 'other', owner: 'C1 bruno', at: ago(25) }),
    anOutboxEntry({ clientId: 'elsewhere', owner: 'C2 carla', at: ago(24) }),
    anOutboxEntry({ clientId: 'damaged', owner: 'C1 bruno', at: 'soon' }),
    anOutboxEntry({ clientId: 'newer', owner: 'C1 bruno', at: ago(23) }),
  ]
  for (const entry of entries) stored.set(entry.clientId, entry)
  await openTab()
  expect([...stored.keys()]).toEqual(['newer'])
})

test('a waiting message stays for as long as the page lives, although no page shows its ticket', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('navigator', { onLine: false })
  stored.set('c1', anOutboxEntry({ at: new Date().toISOString() }))
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: 300_000 } } })
  await openTab(client)
  vi.advanceTimersByTime(600_000)
  forgetSent(client)
  expect(outgoingOf(client, 'T1').map(({ text }) => text)).toEqual(['Oi'])
})

test('tickets whose messages have left are forgotten, except the one on the page', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const client = new QueryClient()
  const outbox = await openTab(client)
  const send = async (...ticketIds: string[]) => {
    const at = new Date().toISOString()
    await outbox.add(ticketIds.map((ticketId) => anOutboxEntry({ clientId: ticketId, ticketId, at })))
    await tabsFallSilent(20)
  }
  await send('T1', 'T2', 'T3')
  const page = new QueryObserver(client, { queryKey: ticketKeys.outgoing('T3'), enabled: false })
  onTestFinished(page.subscribe(() => {}))
  forgetSent(client)
  await send('T4')
  const kept = client.getQueryCache().findAll({ queryKey: ticketKeys.outgoings })
  expect(kept.map(({ queryKey }) => queryKey.at(-1))).toEqual(['T3', 'T4'])
})

/** A lock that the first tab keeps. */
function oneHolder() {
  let isHeld = false
  return async (_name: string, _options: object, work: () => Promise<void>) => {
    if (isHeld) return new Promise<void>(() => {})
    isHeld = true
    await work()
  }
}
