import { companyKey, putCompany } from '@recado/shared/companies/store'
import { connectionKey, putConnection } from '@recado/shared/connections/store'
import { putBlock } from '@recado/shared/contact-blocks/store'
import { changeContact } from '@recado/shared/contacts/merges'
import { pageOfMessages } from '@recado/shared/conversations/message'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import type { Command } from '@recado/shared/queues/commands'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import { answered } from '@recado/shared/tickets/answering/answered'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import type { TicketWatchers } from '@recado/shared/tickets/live/watchers'
import { applyChange } from '@recado/shared/tickets/rules/apply-change'
import type { TicketActor } from '@recado/shared/tickets/rules/machine'
import type { RequestedChange } from '@recado/shared/tickets/rules/requested-change'
import { timerAfterChange, timerOfTransfer } from '@recado/shared/tickets/rules/timer'
import { getDeskSettings, saveDeskSettings } from '@recado/shared/tickets/store/desk-settings'
import { lastClosedTicket, liveTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import type { SendingState } from '@recado/shared/tickets/system/automatic-texts'
import { sweepTimers } from '@recado/shared/tickets/system/timers'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrives } from '../support/arriving.ts'
import { aBlock, aCompany, aConnection, aTicket, aTicketQueue } from '../support/builders.ts'

const [SHOP, CUSTOMER] = ['loja', '5511987651001']
const NOON = Date.parse('2026-11-23T15:00:00.000Z')
const MINUTE = 60_000

let memory: MemoryTable
let table: TenantTable
let events: LiveEvent[]
let commands: Command[]
let count: number
let isStopped: boolean

beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  events = []
  commands = []
  count = 0
  isStopped = false
  await putCompany(table, aCompany({ id: 'A' }))
  for (const [id, name] of [
    ['finance', 'Financeiro'],
    ['sales', 'Vendas'],
  ])
    await putTicketQueue(table, aTicketQueue({ companyId: 'A', id, name, color: `#00000${count++}` }))
  const queueIds = ['finance', 'sales']
  await putConnection(table, aConnection({ companyId: 'A', id: SHOP, queueIds, defaultQueueId: 'sales' }))
})

const writes = (text: string, minutes: number, fromMe = false) => {
  const at = NOON + minutes * MINUTE
  const event: InboundMessage = {
    kind: 'message',
    companyId: 'A',
    connectionId: SHOP,
    person: { number: CUSTOMER },
    fromMe,
    messageId: `M${count++}`,
    timestamp: at / 1000,
    at,
    content: { type: 'text', text },
    original: '',
  }
  return arrives(table, event)
}
const sweepAt = (minutes: number) =>
  sweepTimers({
    table: memory,
    queues: { command: async (command) => void commands.push(command), send: async () => undefined },
    ticketWatchers: () => watchersAt(minutes),
    now: () => NOON + minutes * MINUTE,
  })
const watchersAt = (minutes: number): TicketWatchers & SendingState => ({
  table,
  publish: async (event) => void events.push(event),
  now: () => NOON + minutes * MINUTE,
  isSendingStopped: async () => isStopped,
})
const ticket = () => liveTicket(table, SHOP, CUSTOMER)
const timers = () => [...memory.rows((pk) => pk.startsWith('INDEX#DESK-DUE'))]

test('a customer who does not answer the menu goes to the default queue after ten minutes', async () => {
  await writes('oi', 0)
  await sweepAt(9.9)
  expect(await ticket()).toMatchObject({ queueId: null, bot: { step: 'menu' } })
  await sweepAt(10)
  expect(await ticket()).toMatchObject({ queueId: 'sales', bot: { step: 'none' }, timerAt: null })
  expect(timers()).toEqual([])
  expect(events.map(({ topic }) => topic)).toEqual(['ticket', 'appMessage'])
  expect(events.at(-1)?.body).toMatchObject({
    record: { content: { type: 'event', kind: 'queued', queue: { id: 'sales', name: 'Vendas' } } },
  })
})

test('the time begins anew with each message, and ends with the choice of a queue', async () => {
  await writes('oi', 0)
  await writes('alguém?', 8)
  await sweepAt(12)
  expect(await ticket()).toMatchObject({ queueId: null })
  expect(timers()).toHaveLength(1)
  await writes('1', 13)
  expect(await ticket()).toMatchObject({ queueId: 'finance', timerAt: null })
  expect(timers()).toEqual([])
})

/** Ana accepts the ticket, and puts it off for half an hour. */
async function snooze(): Promise<void> {
  const ana: TicketActor = { userId: 'ana', seesAll: false, queueIds: ['sales'] }
  const until = new Date(NOON + 30 * MINUTE).toISOString()
  for (const change of [{ kind: 'open' }, { kind: 'snooze', until }] satisfies RequestedChange[]) {
    const before = await ticket()
    if (!before) throw new Error('There is no ticket')
    await writeTicket(
      table,
      before,
      applyChange(before, change, ana, ['sales'], new Date(NOON).toISOString()),
    )
  }
}

test('a snoozed ticket comes back at its time', async () => {
  await writes('oi', 0)
  await snooze()
  await sweepAt(29)
  expect(await ticket()).toMatchObject({ snoozedUntil: expect.any(String) })
  await sweepAt(30)
  expect(await ticket()).toMatchObject({ status: 'open', userId: 'ana', snoozedUntil: null, timerAt: null })
  expect(timers()).toEqual([])
  expect(events.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({
      record: expect.objectContaining({ content: expect.objectContaining({ kind: 'woken' }) }),
    }),
  )
})

test('a customer who writes ends a snooze, and its timer', async () => {
  await writes('oi', 0)
  await snooze()
  await writes('ainda aí?', 5)
  expect(await ticket()).toMatchObject({ snoozedUntil: null, timerAt: null })
  expect(timers()).toEqual([])
})

test('a snooze that the customer ends leaves one event behind the message, and the next message none', async () => {
  await writes('oi', 0)
  await snooze()
  const { message, events: shown } = (await writes('ainda aí?', 5)) ?? { events: [] }
  expect(shown).toMatchObject([{ ticketId: message?.ticketId, content: { kind: 'woken', by: null } }])
  const { rows } = await pageOfMessages(table, SHOP, CUSTOMER, { limit: 2 })
  expect(rows.map(({ content }) => content.type)).toEqual(['event', 'text'])
  expect(await writes('oi?', 6)).toMatchObject({ events: [] })
})

test('an answer on the phone leaves a snooze and its timer', async () => {
  await writes('oi', 0)
  await snooze()
  await writes('já vejo', 5, true)
  await sweepAt(30)
  expect(await ticket()).toMatchObject({ snoozedUntil: null, timerAt: null })
})

test('a timer that has nothing left to do leaves no event', async () => {
  await writes('oi', 0)
  const before = await ticket()
  if (!before) throw new Error('There is no ticket')
  await writeTicket(table, before, { ...before, bot: null, queueId: 'sales' })
  await sweepAt(11)
  expect(timers()).toEqual([])
  expect(events.map(({ topic }) => topic)).toEqual(['ticket'])
})

test('a timer of a deleted ticket is forgotten', async () => {
  await writes('oi', 0)
  const open = await ticket()
  if (!open) throw new Error('There is no ticket')
  await writeTicket(table, { ...open, timerAt: null }, undefined)
  expect(timers()).toHaveLength(1)
  await sweepAt(11)
  expect(timers()).toEqual([])
  expect(events).toEqual([])
})

test('a sweep without time leaves the other timers to the next one', async () => {
  await writes('oi', 0)
  const first = await ticket()
  if (!first) throw new Error('There is no ticket')
  await writeTicket(table, undefined, { ...first, id: 'other', chat: '5511987651002' })
  expect(timers()).toHaveLength(2)
  let now = NOON + 10 * MINUTE
  const ports = {
    table: memory,
    queues: { command: async () => undefined, send: async () => undefined },
    // Each event takes longer than a sweep may.
    ticketWatchers: () => ({
      ...watchersAt(10),
      publish: async () => {
        now += MINUTE
      },
    }),
    now: () => now,
  }
  expect(await sweepTimers(ports)).toBe(1)
  expect(timers()).toHaveLength(1)
  expect(await sweepTimers(ports)).toBe(0)
  expect(timers()).toEqual([])
})

test('a transferred ticket that its new attendant does not accept returns to its queue', async () => {
  await writes('oi', 0)
  await writes('2', 1)
  const before = await ticket()
  if (!before) throw new Error('There is no ticket')
  const toAna = { ...before, userId: 'ana', timerAt: timerOfTransfer({ triageMinutes: 10 }, NOON + MINUTE) }
  await writeTicket(table, before, toAna)
  await writes('alguém?', 20)
  await sweepAt(30.9)
  expect(await ticket()).toMatchObject({ userId: 'ana', queueId: 'sales' })
  await sweepAt(31)
  expect(await ticket()).toMatchObject({ status: 'pending', userId: null, queueId: 'sales', timerAt: null })
  expect(events.at(-1)?.body).toMatchObject({
    record: { content: { type: 'event', kind: 'returned', by: null } },
  })
})

test('a ticket whose offer runs out waits for every attendant, where tickets are not offered', async () => {
  await writes('oi', 0)
  await writes('2', 1)
  const before = await ticket()
  if (!before) throw new Error('There is no ticket')
  const timerAt = new Date(NOON + 3 * MINUTE).toISOString()
  const offer = { queueId: 'sales', userIds: ['ana'] }
  await writeTicket(table, before, { ...before, preferredUserId: 'ana', offer, timerAt })
  await sweepAt(3)
  expect(await ticket()).toMatchObject({ status: 'pending', preferredUserId: null, timerAt: null })
})

test('the phone ends the menu, and the ticket waits in the default queue', async () => {
  await writes('oi', 0)
  await writes('Já te respondo', 1, true)
  expect(await ticket()).toMatchObject({ queueId: 'sales', bot: null, timerAt: null, waitingSince: null })
  expect(timers()).toEqual([])
})

const SILENCE = { idleCloseHours: 1, idleMessage: 'Encerramos por falta de resposta.' }

/** Ana accepts the ticket and answers it. */
async function answers(minutes: number): Promise<void> {
  const ana: TicketActor = { userId: 'ana', seesAll: false, queueIds: ['sales'] }
  const at = new Date(NOON + minutes * MINUTE).toISOString()
  const before = await ticket()
  if (!before) throw new Error('There is no ticket')
  const accepted = applyChange(before, { kind: 'open', queueId: 'sales' }, ana, ['sales'], at)
  const content = { type: 'text' as const, text: 'Qual o tamanho?' }
  const message = { messageId: 'A1', at, content, fromMe: true }
  await writeTicket(table, before, answered(accepted, message, await getDeskSettings(table)))
}
const told = async (text: string) => {
  const { rows } = await pageOfMessages(table, SHOP, CUSTOMER, { limit: 50 })
  return rows.filter(({ content }) => content.type === 'text' && content.text === text)
}

describe('an answered customer’s silence', () => {
  test('ends the ticket after the company’s time, with its text and without a rating', async () => {
    await saveDeskSettings(table, SILENCE)
    await writes('oi', 0)
    await answers(5)
    await sweepAt(64.9)
    expect(await ticket()).toMatchObject({ status: 'open' })
    await sweepAt(65)
    expect(await ticket()).toBeUndefined()
    const [said] = await told(SILENCE.idleMessage)
    expect(said).toMatchObject({ auto: 'idle', origin: 'automatic', status: 'PENDING' })
    expect(commands).toEqual([expect.objectContaining({ kind: 'message', messageId: said?.messageId })])
    expect(events.at(-1)?.body).toMatchObject({ record: { content: { kind: 'closed', reason: 'idle' } } })
    expect(await lastClosedTicket(table, SHOP, CUSTOMER)).toMatchObject({
      closeReason: 'idle',
      closedBy: null,
      userId: 'ana',
      rating: null,
    })
    expect(timers()).toEqual([])
    await sweepAt(66)
    expect(await told(SILENCE.idleMessage)).toHaveLength(1)
  })

  test('is told up to an hour late', async () => {
    await saveDeskSettings(table, SILENCE)
    await writes('oi', 0)
    await answers(5)
    await sweepAt(65 + 60)
    expect(await told(SILENCE.idleMessage)).toHaveLength(1)
  })

  test('ends nothing while the customer waits, also after words that came later', async () => {
    await saveDeskSettings(table, SILENCE)
    await writes('oi', 0)
    await answers(5)
    await writes('40', 30)
    await sweepAt(3000)
    expect(await ticket()).toMatchObject({ status: 'open', waitingSince: expect.any(String) })
    expect(timers()).toEqual([])
  })

  test('ends nothing while our last message has not left', async () => {
    await saveDeskSettings(table, SILENCE)
    await writes('oi', 0)
    await answers(5)
    const before = await ticket()
    if (!before) throw new Error('There is no ticket')
    await writeTicket(table, before, { ...before, lastFailed: true })
    await sweepAt(3000)
    expect(await ticket()).toMatchObject({ status: 'open' })
    expect(timers()).toEqual([])
  })

  test('counts from the last answer, on the phone too', async () => {
    await saveDeskSettings(table, SILENCE)
    await writes('oi', 0)
    await answers(5)
    await writes('Ainda está aí?', 50, true)
    await sweepAt(109)
    expect(await ticket()).toMatchObject({ status: 'open' })
    await sweepAt(110)
    expect(await ticket()).toBeUndefined()
  })

  test('waits for a snooze, and begins anew behind it', async () => {
    await saveDeskSettings(table, SILENCE)
    await writes('oi', 0)
    await answers(5)
    await snooze()
    await sweepAt(30)
    expect(await ticket()).toMatchObject({ status: 'open', snoozedUntil: null })
    await sweepAt(89)
    expect(await ticket()).toMatchObject({ status: 'open' })
    await sweepAt(90)
    expect(await ticket()).toBeUndefined()
  })

  test('does not begin behind a snooze while the customer waits', async () => {
    await saveDeskSettings(table, SILENCE)
    await writes('oi', 0)
    await snooze()
    await sweepAt(30)
    expect(await ticket()).toMatchObject({ snoozedUntil: null, timerAt: null })
  })

  test('follows a longer time that the company chose meanwhile, and none', async () => {
    await saveDeskSettings(table, SILENCE)
    await writes('oi', 0)
    await answers(5)
    await saveDeskSettings(table, { idleCloseHours: 2 })
    await sweepAt(65)
    expect(await ticket()).toMatchObject({ status: 'open' })
    await saveDeskSettings(table, { idleCloseHours: 0 })
    await sweepAt(125)
    expect(await ticket()).toMatchObject({ status: 'open', timerAt: null })
  })

  describe('ends the ticket without a word', () => {
    beforeEach(async () => {
      await saveDeskSettings(table, SILENCE)
      await writes('oi', 0)
      await answers(5)
    })
    const expectNoWord = async (minutes = 65) => {
      await sweepAt(minutes)
      expect(await ticket()).toBeUndefined()
      expect(await lastClosedTicket(table, SHOP, CUSTOMER)).toMatchObject({
        closeReason: 'idle',
        closingTextAt: null,
      })
      expect(await told(SILENCE.idleMessage)).toEqual([])
      expect(commands).toEqual([])
    }
    const at = new Date(NOON).toISOString()

    test('if the contact gets no automatic messages', async () => {
      const { contactId } = (await ticket()) ?? {}
      await changeContact(table, contactId ?? '', () => ({ botDisabled: true }), at)
      await expectNoWord()
    })

    test('if the contact is blocked', async () => {
      await putBlock(table, aBlock({ number: CUSTOMER }))
      await expectNoWord()
    })

    test('if the company has not paid', async () => {
      await table.update(companyKey, { set: { overdueFrom: '2026-11-14T03:00:00.000Z' } })
      await expectNoWord()
    })

    test('while all sending is stopped', async () => {
      isStopped = true
      await expectNoWord()
    })

    test('more than an hour late, as after an outage', () => expectNoWord(65 + 61))

    test.each(['qrcode', 'PAIRING', 'DISCONNECTED', 'PASSKEY_REQUIRED'] as const)(
      'while the connection is %s',
      async (status) => {
        await table.update(connectionKey(SHOP), { set: { status } })
        await expectNoWord()
      },
    )
  })
})

describe('after a person’s change', () => {
  const at = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString()
  const settings = { triageMinutes: 10, idleCloseHours: 1 }
  const answeredTicket = { status: 'open', lastFromMe: true, waitingSince: null, timerAt: at(65) } as const
  const timerAfter = (
    wanted: RequestedChange,
    { before = {}, after = {} }: { before?: Partial<StoredTicket>; after?: Partial<StoredTicket> } = {},
  ) => {
    const ticketBefore = aTicket({ ...answeredTicket, ...before })
    return timerAfterChange(ticketBefore, { ...ticketBefore, ...after }, wanted, settings, NOON)
  }

  test('a take-over keeps the time of the silence', () => {
    expect(timerAfter({ kind: 'takeOver' }, { after: { timerAt: null } })).toBe(at(65))
  })

  test('the silence counts anew for a ticket that is accepted, woken, or taken over while put off', () => {
    expect(timerAfter({ kind: 'open' }, { before: { timerAt: null } })).toBe(at(60))
    expect(timerAfter({ kind: 'snooze', until: null }, { before: { timerAt: null } })).toBe(at(60))
    const woken = { before: { snoozedUntil: at(30), timerAt: at(30) }, after: { snoozedUntil: null } }
    expect(timerAfter({ kind: 'takeOver' }, woken)).toBe(at(60))
  })

  test('a ticket that is put off is looked at when it comes back', () => {
    const until = at(30)
    const putOff = { after: { snoozedUntil: until, timerAt: until } }
    expect(timerAfter({ kind: 'snooze', until }, putOff)).toBe(until)
  })

  test('a waiting customer, and a customer without a message from the company, have no timer', () => {
    for (const after of [{ waitingSince: at(0) }, { lastFromMe: false }])
      expect(timerAfter({ kind: 'open' }, { after: { ...after, timerAt: null } })).toBeNull()
  })

  test('a transfer to a user starts a timer, and a transfer to a queue does not', () => {
    const returned = { after: { status: 'pending', timerAt: null } } as const
    expect(timerAfter({ kind: 'transfer', userId: 'ana' }, returned)).toBe(at(30))
    expect(timerAfter({ kind: 'transfer', queueId: 'sales' }, returned)).toBeNull()
  })
})
