import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Inbox } from '@recado/fargate-session/inbound/inbox'
import { Receiver } from '@recado/fargate-session/inbound/receiver'
import { getConversation } from '@recado/shared/conversations/conversation'
import type { InboundEvent, Person } from '@recado/shared/messages/inbound'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Change, Key, Row, When } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { recordHistory } from '@recado/shared/tickets/arrival/history'
import type { WASocket } from '@whiskeysockets/baileys'
import { beforeEach, expect, test } from 'vitest'
import { unwatched } from '../support/arriving.ts'
import { servicePorts } from '../support/service-ports.ts'

const NOON = 1_790_000_000
const NUMBER = '5511955551234'
const LID = '777000111222'

/** A table that answers a turn of the event loop later, counts the changes under way, and refuses changes of some rows. */
class BusyTable extends MemoryTable {
  readonly refused = new Map<string | undefined, Error>()
  most = 0
  #underWay = 0

  override async update<T extends object>(
    key: Key<T>,
    change: Change<NoInfer<T>>,
    when?: When<NoInfer<T>>,
  ): Promise<Row<T>> {
    this.#underWay += 1
    this.most = Math.max(this.most, this.#underWay)
    await setImmediate()
    this.#underWay -= 1
    const refusal = this.refused.get(key.sk)
    if (refusal) throw refusal
    return super.update(key, change, when)
  }
}

let memory: BusyTable
let table: TenantTable
beforeEach(() => {
  memory = new BusyTable()
  table = new TenantTable(memory, 'A')
})

const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({ number: `55119${60_000_000 + index}` }))

const recorded = (persons: readonly Person[]) =>
  recordHistory(table, unwatched(NOON * 1000), {
    kind: 'history',
    companyId: 'A',
    connectionId: 'LOJA',
    chats: persons.map((person, index) => ({ person, wroteAt: NOON + index })),
  })

const wroteAt = async (number = '') => (await getConversation(table, 'LOJA', number))?.wroteAt

test('ten chats of an account’s history are recorded side by side', async () => {
  const persons = people(25)
  await recorded(persons)
  expect(memory.most).toBe(10)
  const stored = await Promise.all(persons.map(({ number }) => wroteAt(number)))
  expect(stored).toEqual(persons.map((_, index) => (NOON + index) * 1000))
})

test.each<[string, Person[]]>([
  ['the same number', [{ number: NUMBER }, { number: NUMBER }]],
  ['with and without the ninth digit', [{ number: '551195551234' }, { number: '5511995551234' }]],
  ['both spellings of an Argentine number', [{ number: '5491123456789' }, { number: '541123456789' }]],
  ['a LID and its stored number', [{ lid: LID }, { number: NUMBER }]],
  ['a LID whose number the history names', [{ number: NUMBER, lid: LID }, { lid: LID }, { number: NUMBER }]],
])('two chats of one person are recorded one after the other: %s', async (_, persons) => {
  if (!persons.some(({ number, lid }) => number && lid))
    await learnNumbers(table, [{ number: NUMBER, lid: LID }])
  await recorded(persons)
  expect([memory.most, await wroteAt(persons.at(-1)?.number ?? NUMBER)]).toEqual([1, NOON * 1000])
})

test('a chat that cannot be recorded does not stop the others, and fails the history', async () => {
  const persons = people(25)
  memory.refused.set(persons[3]?.number, new Error('Refused'))
  await expect(recorded(persons)).rejects.toThrow('Refused')
  const stored = await Promise.all(persons.map(({ number }) => wroteAt(number)))
  expect(stored.filter((at) => at === undefined)).toHaveLength(1)
})

test('a history that no retry can complete fails with a lasting error, and any other one with a passing error', async () => {
  const persons = people(25)
  for (const index of [3, 4, 14]) memory.refused.set(persons[index]?.number, new RangeError('Too long'))
  await expect(recorded(persons)).rejects.toThrow('Too long')
  memory.refused.set(persons[20]?.number, new Error('Throttled'))
  await expect(recorded(persons)).rejects.toThrow('Throttled')
})

test('a queue message holds 25 chats of an account’s history', async () => {
  const sizes: number[] = []
  const never = () => Promise.reject(new Error('Not this one'))
  const inbox = new Inbox({
    send: never,
    command: never,
    inOrder: async (_, event) => {
      const { chats } = event as Extract<InboundEvent, { kind: 'history' }>
      sizes.push(chats.length)
    },
  })
  const receiver = new Receiver(servicePorts(memory, Date.now), inbox, table, 'LOJA')
  const signalRepository = { lidMapping: {} }
  const socket = { ev: new EventEmitter(), ws: new EventEmitter(), signalRepository }
  const works: Promise<unknown>[] = []
  receiver.watch(socket as unknown as WASocket, (work) => works.push(work))
  const chats = people(60).map(({ number }) => ({ id: `${number}@s.whatsapp.net` }))
  socket.ev.emit('messaging-history.set', { chats })
  await Promise.all(works)
  expect(sizes).toEqual([25, 25, 10])
})
