import { randomUUID } from 'node:crypto'
import { claimMessage } from '@recado/shared/conversations/message'
import { forgetOutgoing } from '@recado/shared/conversations/outgoing'
import { putSentMessage } from '@recado/shared/messages/sent-messages'
import { NO_STAGE } from '@recado/shared/tickets/contract/ticket'
import type { DeskSize } from './company.ts'
import { ANSWERED, adminOf, agentOf, newcomerOf, numberOf, SHOP, STAGES, ticketId } from './company.ts'
import type { DeskFunctions } from './functions.ts'

/** A company in which the functions are called. */
export interface Desk {
  size: DeskSize
  functions: DeskFunctions
  /** Raised by works that need something new each time. */
  next: number
}

/** Something that people do, with the limits of part 4 §13. */
export interface Work {
  /** Longest p95 in milliseconds. */
  most?: number
  /** Most write units and queue requests. */
  mostWrites?: number
  mostQueued?: number
  run(desk: Desk): Promise<unknown>
}

const EIGHT_WORDS = 'Bom dia, vocês ainda entregam hoje à tarde?'

/** What attendants and customers do, each once. */
export const WORKS: Record<string, Work> = {
  'list, an agent’s own': {
    most: 150,
    run: ({ functions, size }) => functions.list(agentOf(size.companyId), { tab: 'atendendo' }),
  },
  'list, all that wait': {
    most: 150,
    run: ({ functions, size }) => functions.list(adminOf(size.companyId), { tab: 'aguardando', all: true }),
  },
  'list, all that wait, by an agent': {
    most: 150,
    run: ({ functions, size }) => functions.list(agentOf(size.companyId), { tab: 'aguardando', all: true }),
  },
  'list, all open': {
    most: 150,
    run: ({ functions, size }) => functions.list(adminOf(size.companyId), { tab: 'atendendo', all: true }),
  },
  'counters of an agent': {
    most: 150,
    run: ({ functions, size }) => functions.counters(agentOf(size.companyId)),
  },
  'counters of an admin': {
    most: 150,
    run: ({ functions, size }) => functions.counters(adminOf(size.companyId)),
  },
  'kanban, a column of an agent’s own': { most: 150, run: ofColumn(agentOf, 'stage-0', {}) },
  'kanban, a column, by an agent': { most: 150, run: ofColumn(agentOf, 'stage-0', { all: true }) },
  'kanban, a column': { most: 150, run: ofColumn(adminOf, 'stage-0', { all: true }) },
  'kanban, those without a column': { most: 150, run: ofColumn(adminOf, NO_STAGE, { all: true }) },
  'kanban, all columns at once': { run: allColumns },
  'accept a ticket': { most: 150, run: acceptTicket },
  'conversation of 30': {
    most: 150,
    run: ({ functions, size }) => functions.messages(agentOf(size.companyId), ticketId(ANSWERED), {}),
  },
  'search, a word of every message': { most: 400, run: searching(adminOf, 'atendimento') },
  'search, by an agent of 2 queues of 8': { most: 400, run: searching(agentOf, 'atendimento') },
  'search, by who sees 1 % of tickets': { most: 400, run: searching(newcomerOf, 'atendimento') },
  'search, two words': { most: 400, run: searching(adminOf, 'atend produto17') },
  'search, two words, 1 % of tickets': { most: 400, run: searching(newcomerOf, 'atend produto17') },
  'search, a rare word': { most: 400, run: searching(adminOf, 'pedido77') },
  'search, a contact by part of name': { most: 400, run: searching(adminOf, 'ouza 3') },
  'search, a contact by part of number': { most: 400, run: searching(adminOf, '70000012') },
  'an inbound text of eight words': { mostWrites: 24, mostQueued: 5, run: receiveText },
  'an answer up to read': { mostWrites: 32, run: answerUpToRead },
}

function ofColumn(actorOf: typeof adminOf, stage: string, filters: { all?: true }): Work['run'] {
  return ({ functions, size }) => functions.kanban(actorOf(size.companyId), { ...filters, stages: [stage] })
}

/** What the page asks for when it opens. */
function allColumns({ functions, size }: Desk): Promise<unknown> {
  return functions.kanban(adminOf(size.companyId), { stages: [NO_STAGE, ...STAGES], all: true })
}

function searching(actorOf: typeof adminOf, typed: string): Work['run'] {
  return ({ functions, size }) => functions.search(actorOf(size.companyId), typed)
}

/** Each time another waiting ticket. */
function acceptTicket(desk: Desk): Promise<unknown> {
  const index = desk.next++ * 2
  return desk.functions.change(adminOf(desk.size.companyId), ticketId(index), { status: 'open' })
}

/** A message into a live ticket. */
async function receiveText({ functions, size }: Desk): Promise<void> {
  const at = functions.ports.now()
  await functions.receive({
    kind: 'message',
    companyId: size.companyId,
    connectionId: SHOP,
    person: { number: numberOf(ANSWERED) },
    fromMe: false,
    messageId: `IN${randomUUID()}`,
    timestamp: Math.floor(at / 1000),
    at,
    content: { type: 'text', text: EIGHT_WORDS },
    original: 'CgA=',
  })
}

/** An answer, what the socket service writes when it leaves, the server's acknowledgement, and two receipts. */
async function answerUpToRead({ functions, size }: Desk): Promise<void> {
  const { companyId } = size
  const { ports } = functions
  const table = functions.tableOf(companyId)
  const content = { type: 'text', text: EIGHT_WORDS } as const
  const {
    id: messageId,
    at,
    chat,
  } = await functions.send(agentOf(companyId), ticketId(ANSWERED), {
    clientId: randomUUID(),
    seenAt: new Date().toISOString(),
    content,
  })
  const message = { connectionId: SHOP, chat, messageId, at }
  const jid = `${chat}@s.whatsapp.net`
  await putSentMessage(table, SHOP, { messageId, chat, at, jid, content, original: 'CgA=' }, ports.now())
  await claimMessage(table, message, { claimedAt: ports.now(), fence: 1 })
  await forgetOutgoing(table, SHOP, message)
  const ref = { companyId, connectionId: SHOP, messageId }
  await functions.acknowledged(ports, ref)
  await functions.receiptCame(ports, ref, 'delivered')
  await functions.receiptCame(ports, ref, 'read')
}
