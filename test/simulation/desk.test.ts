import { isLive, unreadOf } from '@recado/shared/tickets/contract/stored-ticket'
import { liveTicket } from '@recado/shared/tickets/store/tickets'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { listDrift } from '../support/list-drift.ts'
import { CUSTOMERS, DeskWorld, type Happening, SHOP, TEXTS } from './desk-world.ts'

/** As for the engine: `SIMULATION_RUNS=20000 SIMULATION_SEED=7` plays more. */
const RUNS = Math.ceil(Number(process.env.SIMULATION_RUNS ?? 2000) / 5)
const SEED = Number(process.env.SIMULATION_SEED ?? 20261121)

const happening: fc.Arbitrary<Happening> = fc.record({
  kind: fc.constantFrom(
    'writes',
    'writes',
    'writesByLid',
    'phone',
    'learns',
    'looks',
    'acts',
    'acts',
    'waits',
    'reads',
  ),
  customer: fc.nat({ max: CUSTOMERS.length - 1 }),
  choice: fc.nat({ max: 8 * TEXTS.length }),
  // Mostly it lives.
  dies: fc.oneof({ weight: 4, arbitrary: fc.constant(1000) }, fc.nat({ max: 8 })),
})

/** What part 4 §2 promises, and does not hold here; empty if all holds. */
async function broken(world: DeskWorld): Promise<string[]> {
  const found: string[] = []
  const claim = (holds: boolean, what: string) => holds || found.push(what)
  const tickets = await world.tickets()
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const stored: string[] = []
  for (const chat of world.chats()) {
    const messages = await world.messages(chat)
    const live = tickets.filter((ticket) => ticket.chat === chat && isLive(ticket))
    claim(live.length <= 1, `${chat} has ${live.length} live tickets`)
    claim((await liveTicket(world.table, SHOP, chat))?.id === live[0]?.id, `the live row of ${chat} is wrong`)
    for (const message of messages.filter(({ fromMe, internal }) => !fromMe && !internal)) {
      stored.push(message.messageId)
      claim(byId.get(message.ticketId ?? '')?.chat === chat, `${message.messageId} has no ticket here`)
    }
    for (const ticket of tickets.filter((one) => one.chat === chat)) {
      const its = messages.filter(({ ticketId, seq }) => ticketId === ticket.id && seq !== undefined)
      const unread = its.filter(({ seq = 0 }) => seq > ticket.readSeq).length
      claim(unread === unreadOf(ticket), `${ticket.id} counts ${unreadOf(ticket)} unread of ${unread}`)
      claim(
        its.map(({ seq }) => seq).join() === its.map((_, index) => index + 1).join(),
        `${ticket.id} has the numbers ${its.map(({ seq }) => seq)}`,
      )
      const { waitingSince } = ticket
      claim(!waitingSince || isLive(ticket), `${ticket.id} waits after its end`)
      claim(!waitingSince || its.some(({ at }) => at === waitingSince), `${ticket.id} waits for nothing`)
      const greetings = messages.filter(({ ticketId, auto }) => ticketId === ticket.id && auto === 'greeting')
      const merged = tickets.filter(({ mergedInto }) => mergedInto === ticket.id).length
      claim(greetings.length <= 1 + merged, `${ticket.id} was greeted ${greetings.length} times`)
      claim(ticket.status !== 'open' || ticket.userId !== null, `${ticket.id} is open without an attendant`)
      claim(!ticket.snoozedUntil || ticket.timerAt === ticket.snoozedUntil, `${ticket.id} never wakes`)
      claim(isLive(ticket) || ticket.timerAt === null, `${ticket.id} has a timer after its end`)
    }
  }
  claim(
    [...stored].sort().join() === [...world.written].sort().join(),
    `stored ${stored.length} of ${world.written.length} messages`,
  )
  return [...found, ...(await listDrift(world.memory, ['A']))]
}

test('whatever happens on a desk, no message is lost and no customer forgotten', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 40 }), async (happenings) => {
      const world = new DeskWorld()
      await world.open()
      for (const one of happenings) await world.happens(one)
      expect(await broken(world)).toEqual([])
    }),
    { numRuns: RUNS, seed: SEED },
  )
}, 600_000)
