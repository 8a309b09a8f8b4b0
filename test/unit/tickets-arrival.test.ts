import type { CompanySchedules } from '@recado/shared/companies/company'
import { DEFAULT_THANKS_WORDS } from '@recado/shared/tickets/contract/desk-settings'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { type Arrival, decide } from '@recado/shared/tickets/rules/arrival'
import type { DeskRules, QueueRules } from '@recado/shared/tickets/rules/desk-rules'
import { closureOf, openingWords } from '@recado/shared/tickets/rules/out-of-hours'
import { describe, expect, test } from 'vitest'
import { aTicket } from '../support/builders.ts'

/** A Monday at noon in São Paulo. */
const NOW = Date.parse('2026-11-23T15:00:00.000Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

const aQueue = (id: string, name: string, more: Partial<QueueRules> = {}): QueueRules => ({
  id,
  name,
  greetingMessage: `Aqui é ${name}`,
  outOfHoursMessage: null,
  schedules: null,
  ...more,
})
const finance = aQueue('finance', 'Financeiro')
const sales = aQueue('sales', 'Vendas')

const rules = (
  more: {
    connection?: Partial<DeskRules['connection']>
    queues?: QueueRules[]
    company?: Partial<DeskRules['company']>
  } = {},
): DeskRules => ({
  connection: {
    defaultQueueId: 'sales',
    greetingMessage: 'Olá!',
    complationMessage: 'Encerrado.',
    outOfHoursMessage: 'Estamos fechados. Abrimos {abre}.',
    ratingMessage: null,
    ...more.connection,
  },
  queues: more.queues ?? [finance, sales],
  company: {
    userRating: 'enabled',
    scheduleType: 'disabled',
    schedules: null,
    timeZone: 'America/Sao_Paulo',
    reopenMinutes: 30,
    triageMinutes: 10,
    idleCloseHours: 0,
    idleMessage: null,
    thanksWords: DEFAULT_THANKS_WORDS,
    queues: [...(more.queues ?? [finance, sales]), aQueue('other', 'Outra')],
    isOverdue: false,
    ...more.company,
  },
})

const arrival = (text: string | undefined, more: Partial<Arrival> = {}): Arrival => ({
  text,
  at: new Date(NOW).toISOString(),
  live: undefined,
  lastClosed: undefined,
  lastAttendantId: null,
  aside: undefined,
  reply: undefined,
  answersOurs: false,
  conversation: {},
  isQuietContact: false,
  ...more,
})
const decided = (text: string | undefined, more: Partial<Arrival> = {}, given = rules()) =>
  decide(arrival(text, more), given, NOW)

const inMenu = (tries = 0, hadFile = false): StoredTicket =>
  aTicket({ bot: { step: 'menu', tries, hadFile } })
const MENU = '*1* - Financeiro\n*2* - Vendas\n*#* - Ver este menu de novo'

describe('the first message', () => {
  test('opens a ticket with greeting and menu on a connection with several queues', () => {
    const decision = decided('oi')
    expect(decision).toMatchObject({ outcome: 'opens', change: { bot: { step: 'menu', tries: 0 } } })
    expect(decision.says).toEqual([{ auto: 'greeting', text: `Olá!\n\n${MENU}` }])
  })

  test('goes straight into the only queue, with the connection’s greeting or else the queue’s', () => {
    const one = (greetingMessage: string | null) =>
      decided('oi', {}, rules({ queues: [sales], connection: { greetingMessage } }))
    expect(one('Olá!')).toMatchObject({ change: { queueId: 'sales' }, says: [{ text: 'Olá!' }] })
    expect(one(null)).toMatchObject({ change: { queueId: 'sales' }, says: [{ text: 'Aqui é Vendas' }] })
  })

  test('has no queue where the connection has none', () => {
    expect(decided('oi', {}, rules({ queues: [] }))).toMatchObject({ change: { queueId: null } })
  })

  test('that replies to a campaign goes to its queue without a word', () => {
    const reply = { campaignId: 'c', queueId: 'finance', tagIds: ['t'] }
    expect(decided('quero', { reply })).toMatchObject({
      change: { origin: 'campaign', campaignId: 'c', queueId: 'finance', tagIds: ['t'] },
      says: [],
    })
    expect(decided('quero', { reply: { ...reply, queueId: null } }).change).toMatchObject({
      queueId: 'sales',
    })
  })

  test.each([
    ['answers what the company wrote', { answersOurs: true }, rules()],
    ['comes from a contact that gets no automatic messages', { isQuietContact: true }, rules()],
    ['reaches an overdue company', {}, rules({ company: { isOverdue: true } })],
    ['follows six automatic messages', { conversation: { automaticAt: Array(6).fill(NOW - 1000) } }, rules()],
  ])('that %s goes to the default queue without a word', (_, more, given) => {
    expect(decided('oi', more, given)).toMatchObject({ change: { queueId: 'sales' }, says: [] })
  })

  test('that belongs to a campaign opens nothing', () => {
    expect(decided('sair', { aside: 'optOut' })).toEqual({ outcome: 'aside', change: {}, says: [] })
    expect(decided('sim', { aside: 'confirmation', live: aTicket() })).toMatchObject({ outcome: 'joins' })
  })
})

describe('an answer to the menu', () => {
  test.each(['2', '2.', '2️⃣', 'opção 2', 'Opcao 2', 'vendas', 'VENDAS!'])('chooses a queue: %s', (text) => {
    expect(decided(text, { live: inMenu() })).toMatchObject({
      outcome: 'joins',
      change: { queueId: 'sales', bot: { step: 'none' } },
      says: [{ auto: 'queue', text: 'Aqui é Vendas' }],
      event: { kind: 'queued', queue: { id: 'sales', name: 'Vendas' } },
    })
  })

  test('ends the offer to a user of the queue before', () => {
    const offered = {
      queueId: 'finance',
      preferredUserId: 'ana',
      offer: { queueId: 'finance', userIds: ['ana'] },
    }
    expect(decided('2', { live: { ...inMenu(), ...offered, timerAt: ago(-1) } })).toMatchObject({
      change: { queueId: 'sales', preferredUserId: null, offer: null, timerAt: null },
    })
  })

  test('that names none repeats the menu three times, then goes to the default queue', () => {
    for (const tries of [0, 1, 2])
      expect(decided('socorro', { live: inMenu(tries) })).toMatchObject({
        change: { bot: { tries: tries + 1 } },
        says: [{ auto: 'menu', text: MENU }],
      })
    expect(decided('3', { live: inMenu(3) })).toMatchObject({ change: { queueId: 'sales' }, says: [] })
  })

  test('that is a file counts once', () => {
    expect(decided(undefined, { live: inMenu() })).toMatchObject({
      change: { bot: { tries: 1, hadFile: true } },
      says: [{ auto: 'menu' }],
    })
    expect(decided(undefined, { live: inMenu(1, true) })).toEqual({ outcome: 'joins', change: {}, says: [] })
  })

  test('may come again after “#”, until a person accepts', () => {
    const chosen = aTicket({ queueId: 'finance', bot: { step: 'none', tries: 0, hadFile: false } })
    expect(decided('#', { live: chosen })).toMatchObject({
      change: { bot: { step: 'menu' } },
      says: [{ auto: 'menu' }],
    })
    expect(decided('2', { live: chosen })).toEqual({ outcome: 'joins', change: {}, says: [] })
    const again = { ...chosen, bot: { step: 'menu' as const, tries: 0, hadFile: false } }
    expect(decided('2', { live: again })).toMatchObject({ change: { queueId: 'sales' } })
    expect(decided('#', { live: aTicket({ status: 'open', bot: null }) }).says).toEqual([])
  })

  const ENDS_THE_MENU = {
    change: { queueId: 'sales', bot: { step: 'none' } },
    says: [],
    event: { kind: 'queued', queue: { id: 'sales', name: 'Vendas' } },
  }

  test('of another machine ends the menu in silence', () => {
    const conversation = { automaticAt: Array(6).fill(NOW - 60_000) }
    expect(decided('Sou um robô', { live: inMenu(), conversation })).toMatchObject(ENDS_THE_MENU)
  })

  test('to an overdue company ends the menu in silence, whatever it says', () => {
    const overdue = rules({ company: { isOverdue: true } })
    for (const text of ['1', '#', 'quero falar'])
      expect(decided(text, { live: inMenu() }, overdue)).toMatchObject(ENDS_THE_MENU)
  })

  test('of a contact that gets no automatic messages any more ends the menu in silence, also as a file', () => {
    for (const text of ['1', '#', 'quero falar', undefined])
      expect(decided(text, { live: inMenu(), isQuietContact: true })).toMatchObject(ENDS_THE_MENU)
  })
})

describe('a message after the end', () => {
  const closed = (more: Partial<StoredTicket> = {}) =>
    aTicket({
      status: 'closed',
      userId: 'ana',
      closedAt: ago(10),
      closingTextAt: ago(10),
      closeReason: 'person',
      ...more,
    })
  const asked = (minutes: number, rate: number | null = null) => ({
    askedAt: ago(minutes),
    until: ago(minutes - 5),
    rate,
    at: null,
  })

  test('that is a bare rate is stored in the closed ticket, for a day', () => {
    expect(decided('5️⃣', { lastClosed: closed({ rating: asked(3) }) })).toMatchObject({
      outcome: 'rates',
      change: { rating: { rate: 5, at: expect.any(String) } },
      says: [{ auto: 'completion', text: 'Encerrado.' }],
    })
    expect(decided('4', { lastClosed: closed({ rating: asked(23 * 60) }) }).outcome).toBe('rates')
    const late = closed({ rating: asked(25 * 60), closedAt: ago(25 * 60), closingTextAt: ago(25 * 60) })
    expect(decided('4', { lastClosed: late }).outcome).toBe('opens')
  })

  test('that was written before the question is no rate; one of the same second is', () => {
    const lastClosed = closed({ closedAt: ago(1), closingTextAt: ago(1), rating: asked(1) })
    const writtenAt = (ms: number) =>
      decided('2', { lastClosed, at: new Date(NOW - 60_000 + ms).toISOString() }).outcome
    expect([writtenAt(-30_000), writtenAt(-2001)]).toEqual(['reopens', 'reopens'])
    expect([writtenAt(-999), writtenAt(0), writtenAt(1)]).toEqual(['rates', 'rates', 'rates'])
  })

  test('that is a rate of a contact without automatic messages gets no answer', () => {
    const lastClosed = closed({ rating: asked(3) })
    const { outcome, change, says } = decided('5', { lastClosed, isQuietContact: true })
    expect({ outcome, says }).toEqual({ outcome: 'rates', says: [] })
    expect(change).toMatchObject({ rating: { rate: 5 }, closingTextAt: lastClosed.closingTextAt })
  })

  test('that rates a second time is an ordinary message', () => {
    expect(decided('5', { lastClosed: closed({ rating: asked(3, 4) }) }).outcome).toBe('reopens')
  })

  test('that is mere thanks stays in it for an hour after the last text', () => {
    expect(decided('obrigado!! 🙏', { lastClosed: closed() })).toMatchObject({
      outcome: 'thanks',
      change: { repliedAfterAt: expect.any(String) },
      says: [],
    })
    expect(
      decided('obrigado', { lastClosed: closed({ closingTextAt: ago(61), closedAt: ago(61) }) }).outcome,
    ).toBe('opens')
    expect(decided('obrigado', { lastClosed: closed({ closingTextAt: null }) }).outcome).toBe('reopens')
  })

  test('brings the ticket back to its queue for half an hour, for its last attendant', () => {
    const asks = (more: Partial<StoredTicket>, lastAttendantId: string | null = 'ana') =>
      decided('e o boleto?', { lastClosed: closed(more), lastAttendantId }).change
    expect(decided('e o boleto?', { lastClosed: closed(), lastAttendantId: 'ana' })).toMatchObject({
      outcome: 'reopens',
      change: { status: 'pending', userId: null, preferredUserId: 'ana', closedAt: null },
      event: { kind: 'reopened' },
    })
    expect(asks({ queueId: 'other' })).toMatchObject({ queueId: 'other' })
    expect(asks({ rating: asked(10) })).toMatchObject({ rating: null })
    // The queue was deleted, the ticket had none, or the attendant left.
    expect(asks({ queueId: 'gone' })).toMatchObject({ queueId: 'sales' })
    expect(asks({ queueId: null })).toMatchObject({ queueId: 'sales' })
    expect(asks({}, null)).toMatchObject({ preferredUserId: null })
    expect(decided('e o boleto?', { lastClosed: closed({ closedAt: ago(31) }) }).outcome).toBe('opens')
    const never = rules({ company: { reopenMinutes: 0 } })
    expect(decided('e o boleto?', { lastClosed: closed() }, never).outcome).toBe('opens')
  })

  test('counts from when it was written, if an outage delayed it', () => {
    /** Of a message so many minutes after the end, which comes 25 hours after it. */
    const outcomeAt = (text: string, minutes: number, rating: StoredTicket['rating'] = null) => {
      const closedAt = ago(25 * 60)
      const lastClosed = closed({ rating, closedAt, closingTextAt: closedAt })
      return decided(text, { lastClosed, at: ago(25 * 60 - minutes) }).outcome
    }
    expect(outcomeAt('4', 23 * 60, asked(25 * 60))).toBe('rates')
    expect([outcomeAt('obrigado', 59), outcomeAt('obrigado', 61)]).toEqual(['thanks', 'opens'])
    expect([outcomeAt('e o boleto?', 29), outcomeAt('e o boleto?', 31)]).toEqual(['reopens', 'opens'])
  })

  test('counts from now, if its clock is ahead', () => {
    const at = new Date(NOW + 60 * 60_000).toISOString()
    expect(decided('e o boleto?', { lastClosed: closed(), at }).outcome).toBe('reopens')
  })

  test.each(['merged', 'connection'] as const)('opens a new one if it closed as %s', (closeReason) => {
    expect(decided('oi', { lastClosed: closed({ closeReason }) }).outcome).toBe('opens')
  })
})

describe('a message that comes more than an hour after it was written', () => {
  const NOT_MONDAY = { periods: [{ weekday: 2 as const, from: '08:00', to: '11:00' }], holidays: [] }
  const closedNow = rules({ company: { scheduleType: 'company', schedules: NOT_MONDAY } })
  const [inTime, late] = [ago(60), ago(61)]

  test('opens its ticket in the default queue without a word, also while the company is closed', () => {
    expect(decided('oi', { at: inTime }, closedNow).says.map(({ auto }) => auto)).toEqual([
      'outOfHours',
      'greeting',
    ])
    const decision = decided('oi', { at: late }, closedNow)
    expect(decision).toMatchObject({ outcome: 'opens', change: { queueId: 'sales' }, says: [] })
    expect(decision.closureTold).toBeUndefined()
  })

  test('chooses its queue in the menu, and gets no answer', () => {
    const answered = (at: string) => decided('1', { live: inMenu(), at })
    const chosen = { outcome: 'joins', change: { queueId: 'finance', bot: { step: 'none' } } }
    expect(answered(inTime)).toMatchObject({ ...chosen, says: [{ auto: 'queue' }] })
    expect(answered(late)).toMatchObject({ ...chosen, says: [] })
  })

  test.each(['oi', '#', undefined])('ends the menu in the default queue with %s', (text) => {
    expect(decided(text, { live: inMenu(), at: late })).toMatchObject({
      outcome: 'joins',
      change: { queueId: 'sales', bot: { step: 'none' } },
      says: [],
    })
  })

  test('counts as a rate, and gets no answer', () => {
    const rated = (at: string, askedAt: string) =>
      decided('5', {
        at,
        lastClosed: aTicket({
          status: 'closed',
          closeReason: 'person',
          closedAt: askedAt,
          closingTextAt: askedAt,
          rating: { askedAt, until: askedAt, rate: null, at: null },
        }),
      })
    expect(rated(inTime, inTime)).toMatchObject({ outcome: 'rates', says: [{ auto: 'completion' }] })
    expect(rated(late, late)).toMatchObject({ outcome: 'rates', change: { rating: { rate: 5 } }, says: [] })
  })
})

describe('closing hours', () => {
  const WEEKDAYS: CompanySchedules = {
    periods: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:00', to: '11:00' })),
    holidays: [],
  }
  const closedNow = rules({ company: { scheduleType: 'company', schedules: WEEKDAYS } })
  const told = decided('oi', {}, closedNow)

  test('are told once per closure, before the menu', () => {
    expect(told.says.map(({ auto }) => auto)).toEqual(['outOfHours', 'greeting'])
    expect(told.says[0]?.text).toBe('Estamos fechados. Abrimos amanhã às 8h.')
    const conversation = { closureTold: told.closureTold }
    expect(decided('oi?', { live: inMenu(), conversation }, closedNow).says.map(({ auto }) => auto)).toEqual([
      'menu',
    ])
    const yesterday = { closureTold: '2026-11-20T11:00:00.000Z' }
    expect(decided('oi', { conversation: yesterday }, closedNow).says[0]?.auto).toBe('outOfHours')
  })

  test('are not told while a person of the company was writing', () => {
    const recent = (minutes: number) => ({ personWroteAt: NOW - minutes * 60_000 })
    const open = aTicket({ status: 'open', userId: 'ana' })
    expect(decided('e?', { live: open, conversation: recent(29) }, closedNow).says).toEqual([])
    expect(decided('e?', { live: open, conversation: recent(31) }, closedNow).says).toHaveLength(1)
  })

  test('have the queue’s text by the queue’s hours, the connection’s by the company’s, or else the other text', () => {
    const text = (scheduleType: 'company' | 'queue', own: string | null, ofConnection: string | null) => {
      const night = aQueue('sales', 'Vendas', { schedules: WEEKDAYS, outOfHoursMessage: own })
      const live = aTicket({ status: 'open', userId: 'ana', queueId: 'sales' })
      const closedHours = rules({
        connection: { outOfHoursMessage: ofConnection },
        queues: [night],
        company: { scheduleType, schedules: WEEKDAYS },
      })
      return decided('e?', { live }, closedHours).says.map((said) => said.text)
    }
    expect(text('company', 'da fila', 'da conexão')).toEqual(['da conexão'])
    expect(text('queue', 'da fila', 'da conexão')).toEqual(['da fila'])
    expect(text('company', 'da fila', null)).toEqual(['da fila'])
    expect(text('queue', null, 'da conexão')).toEqual(['da conexão'])
    expect(text('queue', null, null)).toEqual([])
  })

  test('are not told to a customer who rates or thanks', () => {
    const lastClosed = aTicket({
      status: 'closed',
      closeReason: 'person',
      closedAt: ago(9),
      closingTextAt: ago(9),
    })
    const asked = { askedAt: ago(9), until: ago(4), rate: null, at: null }
    const rated = decided('5', { lastClosed: { ...lastClosed, rating: asked } }, closedNow)
    expect([rated.outcome, ...rated.says.map(({ auto }) => auto)]).toEqual(['rates', 'completion'])
    const thanked = decided('obrigada!', { lastClosed }, closedNow)
    expect([thanked.outcome, ...thanked.says]).toEqual(['thanks'])
  })

  test('of the queue count from its choice on', () => {
    const night = aQueue('sales', 'Vendas', { schedules: WEEKDAYS, outOfHoursMessage: 'Vendas volta {abre}' })
    const byQueue = rules({ queues: [finance, night], company: { scheduleType: 'queue' } })
    expect(decided('oi', {}, byQueue).says.map(({ auto }) => auto)).toEqual(['greeting'])
    expect(decided('2', { live: inMenu() }, byQueue).says).toEqual([
      { auto: 'queue', text: 'Aqui é Vendas' },
      { auto: 'outOfHours', text: 'Vendas volta amanhã às 8h' },
    ])
  })

  test('are told after a greeting without a menu', () => {
    const oneQueue = { ...closedNow, queues: [sales] }
    expect(decided('oi', {}, oneQueue).says.map(({ auto }) => auto)).toEqual(['greeting', 'outOfHours'])
  })

  test('of a queue that is not one of the connection count too', () => {
    const other = aQueue('other', 'Outra', { schedules: WEEKDAYS, outOfHoursMessage: 'Outra volta {abre}' })
    const byQueue = rules({ company: { scheduleType: 'queue', queues: [finance, sales, other] } })
    const live = aTicket({ status: 'open', userId: 'ana', queueId: 'other' })
    expect(decided('e?', { live }, byQueue).says).toEqual([
      { auto: 'outOfHours', text: 'Outra volta amanhã às 8h' },
    ])
  })

  test('say when it opens', () => {
    const at = (iso: string) => openingWords(Date.parse(iso), 'America/Sao_Paulo', NOW)
    expect(at('2026-11-23T17:00:00Z')).toBe('hoje às 14h')
    expect(at('2026-11-24T11:30:00Z')).toBe('amanhã às 8h30')
    expect(at('2026-11-27T11:00:00Z')).toBe('sexta às 8h')
    expect(at('2026-12-08T11:00:00Z')).toBe('08/12 às 8h')
    expect(at('2026-11-24T04:30:00Z')).toBe('amanhã à 1h30')
    expect(at('2026-11-24T03:00:00Z')).toBe('amanhã à 0h')
    expect(at('2026-11-24T05:00:00Z')).toBe('amanhã às 2h')
  })

  test('end for no company that never opens', () => {
    const never = rules({ company: { scheduleType: 'company', schedules: { periods: [], holidays: [] } } })
    expect(closureOf(never, null, NOW)).toEqual({ id: 'never', text: 'Estamos fechados. Abrimos .' })
  })
})
