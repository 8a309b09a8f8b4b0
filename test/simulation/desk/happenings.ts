import { ticketWatchers } from '@recado/functions/desk/ticket-watchers'
import { type Chat, chatOfGroup } from '@recado/shared/messages/chat'
import type { InboundEvent, InboundMessage } from '@recado/shared/messages/inbound'
import { isLive, type StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { ticketsOf } from '@recado/shared/tickets/store/tickets'
import { sweepTimers } from '@recado/shared/tickets/system/timers'
import { callOf, clientIdOf, isForced, isTakeOver, seenSeqIn, type View } from './agents.ts'
import { ports } from './context.ts'
import { deliver } from './deliver.ts'
import { currentPart } from './part.ts'
import { type Happening, TEXTS } from './script.ts'
import { AGENTS, COMPANY, chatsOf, GROUP, lidOf, numberOf, SHOP, sendCampaignTo } from './shop.ts'
import type { Outcome, Work } from './work.ts'
import type { DeskWorld } from './world.ts'

const IDS = { companyId: COMPANY, connectionId: SHOP } as const

/** What the parts of the system have to do because of a happening. */
export async function worksOf(world: DeskWorld, one: Happening): Promise<Work[]> {
  const { kind, customer, choice, fault, again } = one
  const [number, lid] = [numberOf(customer), lidOf(customer)]
  switch (kind) {
    case 'writes':
      return message(world, one, { person: { number }, fromMe: false })
    case 'writesByLid':
      return message(world, one, { person: choice % 3 === 0 ? { number, lid } : { lid }, fromMe: false })
    case 'writesInGroup':
      return message(world, one, { person: { number }, groupId: GROUP, fromMe: false })
    case 'phone':
      return message(world, one, { person: choice % 4 === 0 ? { lid } : { number }, fromMe: true })
    case 'learns':
      return deliveries(world, one, { ...IDS, kind: 'identity', person: { number, lid } })
    case 'readsOnPhone':
      return readOnPhone(world, one)
    case 'campaign': {
      const messageId = `C${world.next()}`
      return [
        { ...sending(world, false), run: () => sendCampaignTo(world.table, customer, messageId, world.now) },
      ]
    }
    case 'disturbs':
      world.jobs.disturb(one)
      return []
    case 'rings':
      return [{ ...sweeping(), fault }, ...Array.from({ length: again }, sweeping)]
    case 'sends':
      return [{ ...sending(world, choice % 2 === 0), fault }]
    default:
      return call(world, one)
  }
}

function message(
  world: DeskWorld,
  one: Happening,
  given: Pick<InboundMessage, 'person' | 'groupId' | 'fromMe'>,
): Work[] {
  const count = world.next()
  const messageId = `M${count}`
  const { text } = TEXTS[one.choice % TEXTS.length] ?? {}
  if (!given.fromMe) world.written.push({ messageId, text })
  // WhatsApp's second, and the order within it.
  const at = world.now + count
  return deliveries(world, one, {
    ...IDS,
    ...given,
    kind: 'message',
    messageId,
    timestamp: Math.floor(at / 1000),
    at,
    content: text === undefined ? { type: 'unsupported', kind: 'photo' } : { type: 'text', text },
    original: '',
  })
}

/** Deliveries before an event is set aside. */
const ATTEMPTS = 10

/** Deliveries of an event: one until it succeeds, and others without a reason, at once and a moment later. */
function deliveries(world: DeskWorld, { late, again, fault }: Happening, event: InboundEvent): Work[] {
  const delivery = (attempt: number, faulty: Work['fault']): Work => ({
    doing: event.kind,
    part: attempt % 2 === 0 ? 'worker' : 'otherWorker',
    fault: faulty,
    run: () => deliver(event),
    ended: (outcome) => {
      if (outcome === 'done') return
      if (attempt < ATTEMPTS) world.after(1, delivery(attempt + 1, null))
      else world.setAside.push(JSON.stringify(event))
    },
  })
  const first = delivery(0, fault)
  if (again > 1) world.after(late + 1, delivery(1, null))
  const now = again > 0 ? [first, delivery(1, null)] : [first]
  if (late === 0) return now
  for (const work of now) world.after(late, work)
  return []
}

async function readOnPhone(world: DeskWorld, one: Happening): Promise<Work[]> {
  const view = await look(world, one)
  const seen = (view?.messages ?? []).filter(({ fromMe, internal }) => !fromMe && !internal)
  const [first] = seen
  if (!first) return []
  const upTo = seen.at(-1)?.at ?? ''
  // The phone shows one chat of a customer, whatever the tickets are.
  for (const chat of [first.chat, ...chatsOf(one.customer)])
    if (upTo > (world.readUpTo.get(chat) ?? '')) world.readUpTo.set(chat, upTo)
  const messageIds = seen.map(({ messageId }) => messageId)
  return deliveries(world, one, {
    ...IDS,
    kind: 'read',
    person: { number: numberOf(one.customer) },
    messageIds,
  })
}

/** An attendant's call, by what is on their screen. A browser without an answer calls again. */
async function call(world: DeskWorld, one: Happening): Promise<Work[]> {
  const { kind, customer, who, choice, again, fault } = one
  const actor = AGENTS[who % AGENTS.length]
  const view = await look(world, one)
  const count = world.next()
  const run = actor && callOf({ kind, actor, customer, choice, count, now: world.now }, view)
  if (!run) return []
  if (view && kind === 'reads') markRead(world, view)
  if (view && kind === 'closes') noteClosing(world, view, choice)
  const outcomes: Outcome[] = []
  if (kind === 'answers') world.sent.push({ clientId: clientIdOf(count), outcomes })
  const made = (times: number, faulty: Work['fault']): Work => ({
    doing: isTakeOver(kind, choice) ? 'takeOver' : kind,
    part: who % 2 === 0 ? 'api' : 'otherApi',
    fault: faulty,
    run,
    ended: (outcome) => {
      outcomes.push(outcome)
      const isUnknown = outcome === 'failed' || outcome === 'dead'
      // A forwarded or scheduled message has no id of the browser.
      const isOnce = kind === 'forwards' || kind === 'schedules'
      const isRepeated = kind === 'answers' ? isUnknown || times > 0 : !isOnce && times > 0
      if (isRepeated) world.after(1, made(times - 1, null))
    },
  })
  return [made(again, fault)]
}

function markRead(world: DeskWorld, { ticket, messages }: View): void {
  for (const { messageId, ticketId, seq = 0 } of messages)
    if (ticketId === ticket.id && seq > 0) world.read.add(messageId)
}

function noteClosing({ mayClose }: DeskWorld, view: View, choice: number): void {
  const { id } = view.ticket
  const upTo = isForced(choice) ? Number.POSITIVE_INFINITY : seenSeqIn(view)
  mayClose.set(id, Math.max(upTo, mayClose.get(id) ?? 0))
}

/** What an attendant sees of a customer, or of the group: now, or at an earlier look. */
async function look(world: DeskWorld, { customer, who, choice }: Happening): Promise<View | undefined> {
  const isOfGroup = choice % 10 === 9
  const name = `${who} ${isOfGroup ? GROUP : customer}`
  const known = world.views.get(name)
  if (known && choice % 4 === 3) return known
  const chats: Chat[] = isOfGroup ? [chatOfGroup(GROUP)] : chatsOf(customer)
  const tickets = await ticketsOf(world.table, [SHOP], chats)
  const ticket = tickets.find(isLive) ?? newestOf(tickets)
  if (!ticket) return undefined
  const view = { ticket, messages: await world.messages(ticket.chat) }
  world.views.set(name, view)
  return view
}

const newestOf = (tickets: readonly StoredTicket[]): StoredTicket | undefined =>
  tickets.toSorted((one, other) => (one.id < other.id ? -1 : 1)).at(-1)

/** The task carries out the commands in its queue, and records what WhatsApp acknowledged. */
export const sending = (world: DeskWorld, acknowledges: boolean): Work => ({
  doing: 'sends',
  part: 'task',
  fault: null,
  run: async () => {
    await world.task.sendAll()
    if (acknowledges) await world.task.acknowledgeAll(world.moment)
  },
})

/** The sweep looks at all timers that are due. */
export const sweeping = (): Work => ({
  doing: 'sweep',
  part: 'sweep',
  fault: null,
  run: () => {
    const { table, now } = currentPart()
    return sweepTimers({ table, queues: ports.queues, ticketWatchers, now })
  },
})
