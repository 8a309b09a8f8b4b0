import { sendMessage, takeUpWaiting } from '@recado/fargate-session/outbound/messages'
import type { OpenLine } from '@recado/fargate-session/outbound/open-line'
import { LOOKS_EVERY_MS, WaitingSends } from '@recado/fargate-session/outbound/resume'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { NotInGroup } from '@recado/shared/campaigns/engine/line'
import { Unreachable } from '@recado/shared/campaigns/ledger/unreachable'
import { changeConnection, putConnection } from '@recado/shared/connections/store'
import { getConversation } from '@recado/shared/conversations/conversation'
import {
  changeMessage,
  getMessage,
  messageOfId,
  type StoredMessage,
} from '@recado/shared/conversations/message'
import { outgoingMessages } from '@recado/shared/conversations/outgoing'
import { outgoing, outgoingWrites } from '@recado/shared/conversations/write'
import type { MessageCommand } from '@recado/shared/queues/commands'
import { TenantTable } from '@recado/shared/table/tenant'
import { answered } from '@recado/shared/tickets/answering/answered'
import { settlePerson } from '@recado/shared/tickets/arrival/settle-person'
import { getTicket, ticketWrites } from '@recado/shared/tickets/store/tickets'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { arrives, unwatched } from '../support/arriving.ts'
import { aConnection } from '../support/builders.ts'
import { MortalTable } from '../support/mortal-table.ts'
import { openLine, servicePorts } from '../support/service-ports.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const [SHOP, ANA] = ['LOJA', '5511987651001'] as const
const ANA_LID = '111222333444555'

let memory: MortalTable
let table: TenantTable
let ports: ServicePorts
let left: string[]
let commands: MessageCommand[]
let isOpen: boolean
/** Tickets whose changed preview browsers are told of. */
let told: string[]

afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  memory = new MortalTable()
  table = new TenantTable(memory, 'A')
  left = []
  commands = []
  told = []
  isOpen = true
  const never = () => Promise.reject(new Error('Not this one'))
  ports = servicePorts(memory, () => NOW, {
    queues: {
      send: never,
      inOrder: never,
      command: async (command) => {
        if (command.kind === 'message') commands.push(command)
      },
    },
    watchers: {
      countersChanged: async () => undefined,
      recipientChanged: async () => undefined,
      previewChanged: async (_, { after }) => void told.push(after.id),
    },
    // A closed line opens again while a command waits for it.
    waitUntil: async () => {
      isOpen = true
    },
  })
})

const line = openLine(({ text }) => void left.push(text), { isOpen: () => isOpen })

/** A line whose first call of this step does this instead. */
function lineWith(step: 'routeTo' | 'build', first: () => never): OpenLine {
  let calls = 0
  const orFirst = <A extends unknown[], R>(real: (...of: A) => Promise<R>) => {
    return async (...of: A) => (calls++ === 0 ? first() : real(...of))
  }
  return step === 'routeTo'
    ? { ...line, routeTo: orFirst(line.routeTo) }
    : { ...line, build: orFirst(line.build) }
}

/** An answer is written, and waits. */
async function isWritten(text: string, chat: string = ANA): Promise<StoredMessage> {
  const content = { type: 'text' as const, text }
  const before = await getConversation(table, SHOP, chat)
  const message = outgoing({ connectionId: SHOP, chat, content }, before, NOW)
  await table.transact(outgoingWrites(message))
  return message
}

const send = (over: OpenLine, { messageId, chat }: Pick<StoredMessage, 'messageId' | 'chat'>) =>
  sendMessage(ports, table, over, { kind: 'message', companyId: 'A', connectionId: SHOP, chat, messageId })

/** The number of the person behind the LID is learned. */
const learned = () => settlePerson(table, unwatched(NOW), SHOP, { number: ANA, lid: ANA_LID })

test.each(['routeTo', 'build'] as const)(
  'answers leave in their order although the line drops and opens again during %s',
  async (step) => {
    await isWritten('um')
    const dropping = lineWith(step, () => {
      isOpen = false
      throw new Error('The connection is not open')
    })
    await send(dropping, await isWritten('dois'))
    expect(left).toEqual([])
    isOpen = true
    await takeUpWaiting(ports, table, SHOP, 'opening')
    for (const command of commands) await send(dropping, command)
    expect(left).toEqual(['um', 'dois'])
    expect(await outgoingMessages(table, SHOP)).toEqual([])
  },
)

test.each([
  ['routeTo', new Unreachable('NO_DEVICE'), 'NO_DEVICE'],
  ['routeTo', new NotInGroup(), 'SKIPPED_NOT_IN_GROUP'],
  ['build', new Error('No such file'), 'NOT_PREPARED'],
] as const)('an answer that fails in %s does not hold up the next one', async (step, error, failureCode) => {
  const refused = await isWritten('um')
  const refusing = lineWith(step, () => {
    throw error
  })
  await send(refusing, await isWritten('dois'))
  expect(left).toEqual(['dois'])
  expect(await getMessage(table, refused)).toMatchObject({ status: 'FAILED', failureCode })
})

/** A customer's ticket whose last message is an answer that waits. */
async function isAnswered(): Promise<{ ticketId: string; message: StoredMessage }> {
  const person = { number: ANA }
  const asked = {
    kind: 'message',
    companyId: 'A',
    connectionId: SHOP,
    person,
    fromMe: false,
    original: '',
  } as const
  const content = { type: 'text', text: 'Oi' } as const
  const received = await arrives(table, {
    ...asked,
    messageId: 'M1',
    content,
    timestamp: NOW / 1000,
    at: NOW,
  })
  const ticketId = received?.message.ticketId ?? ''
  const ticket = await getTicket(table, ticketId)
  if (!ticket) throw new Error('No ticket')
  const message = outgoing({ connectionId: SHOP, chat: ANA, ticketId, content }, undefined, NOW)
  const after = answered(ticket, message, { idleCloseHours: 24 })
  await table.transact([...outgoingWrites(message), ...ticketWrites(table, ticket, after)])
  return { ticketId, message }
}

/** A line that does not reach the customer. */
const unreached = () =>
  lineWith('routeTo', () => {
    throw new Unreachable('NO_DEVICE')
  })

test('an answer that fails shows in its ticket’s row as not sent', async () => {
  const { ticketId, message } = await isAnswered()
  await send(unreached(), message)
  expect(await getTicket(table, ticketId)).toMatchObject({ lastFromMe: true, lastFailed: true })
  expect(told).toEqual([ticketId])
})

describe('a process that dies after an answer failed', () => {
  /** The process dies between the failure of the answer and the change of its ticket. */
  const dies = async (message: StoredMessage) => {
    memory.dieAfter(1)
    await expect(send(unreached(), message)).rejects.toThrow('died')
    memory.dieAfter()
    expect(await getMessage(table, message)).toMatchObject({ status: 'FAILED', failureCode: 'NO_DEVICE' })
  }
  const expectShown = async (ticketId: string) => {
    expect(await getTicket(table, ticketId)).toMatchObject({ lastFailed: true })
    expect(told).toEqual([ticketId])
    expect(await outgoingMessages(table, SHOP)).toEqual([])
  }

  test('leaves the mark in the ticket’s row to the repeated command', async () => {
    const { ticketId, message } = await isAnswered()
    await dies(message)
    await send(line, message)
    await expectShown(ticketId)
    await send(line, message)
    await expectShown(ticketId)
    expect(left).toEqual([])
  })

  test('leaves the mark to the next opening, if the command was lost', async () => {
    const { ticketId, message } = await isAnswered()
    await dies(message)
    await takeUpWaiting(ports, table, SHOP, 'opening')
    for (const command of commands) await send(line, command)
    await expectShown(ticketId)
  })

  test('leaves the mark to the next answer of the chat, which leaves', async () => {
    const { ticketId, message } = await isAnswered()
    await dies(message)
    await send(line, await isWritten('dois'))
    await expectShown(ticketId)
    expect(left).toEqual(['dois'])
  })

  test('leaves the mark of a change that did not reach WhatsApp to the repeated command, once', async () => {
    const { message } = await isAnswered()
    await send(line, message)
    const content = { type: 'delete' as const, target: message.messageId }
    const deletion = outgoing({ connectionId: SHOP, chat: ANA, content }, undefined, NOW + 1)
    await table.transact(outgoingWrites(deletion))
    await dies(deletion)
    await send(line, deletion)
    expect(await getMessage(table, message)).toMatchObject({ failedChange: 'delete' })
    await changeMessage(table, message, { remove: ['failedChange'] })
    await send(line, deletion)
    expect(await getMessage(table, message)).not.toHaveProperty('failedChange')
  })
})

const noReport = { adoptRequest: async () => undefined }

test('an answer whose command was lost is sent by a later look of its open connection', async () => {
  vi.useFakeTimers()
  const waiting = new WaitingSends(ports, table, { connectionId: SHOP, fence: 1 }, noReport)
  const looks: Promise<unknown>[] = []
  await waiting.opened(NOW, (work) => looks.push(work))
  const { messageId } = await isWritten('um')
  expect(commands).toEqual([])
  vi.advanceTimersByTime(LOOKS_EVERY_MS)
  await Promise.all(looks)
  expect(commands).toMatchObject([{ messageId }])
  waiting.rest()
  vi.advanceTimersByTime(LOOKS_EVERY_MS)
  expect(looks).toHaveLength(1)
})

test('a request to open whose command was lost is adopted by a later look, and one to close is not', async () => {
  vi.useFakeTimers()
  await putConnection(table, aConnection({ companyId: table.companyId, id: SHOP }))
  const adopted: (number | undefined)[] = []
  const waiting = new WaitingSends(
    ports,
    table,
    { connectionId: SHOP, fence: 1 },
    {
      adoptRequest: async (request) => void adopted.push(request),
    },
  )
  const looks: Promise<unknown>[] = []
  await waiting.opened(NOW, (work) => looks.push(work))
  for (const wanted of ['open', 'closed'] as const) {
    await changeConnection(table, SHOP, { wanted })
    vi.advanceTimersByTime(LOOKS_EVERY_MS)
    await Promise.all(looks)
  }
  waiting.rest()
  expect(adopted).toEqual([1])
})

describe('an answer to a LID whose number is learned while it is prepared', () => {
  const lid = `lid-${ANA_LID}`
  const byId = ({ messageId }: StoredMessage) => messageOfId(table, SHOP, { messageId, fromMe: true })

  /** A line over whose first route the conversation moves. */
  const moving = (then: () => void): OpenLine => {
    let calls = 0
    const routeTo: OpenLine['routeTo'] = async (jid) => {
      if (calls++ === 0) {
        await learned()
        then()
      }
      return line.routeTo(jid)
    }
    return { ...line, routeTo }
  }

  test('leaves once', async () => {
    const answer = await isWritten('um', lid)
    await send(
      moving(() => undefined),
      answer,
    )
    expect(left).toEqual(['um'])
    expect(await byId(answer)).toMatchObject({ chat: ANA, status: 'SENDING' })
    expect(await outgoingMessages(table, SHOP)).toEqual([])
  })

  test('fails where it lies, if it cannot leave', async () => {
    const answer = await isWritten('um', lid)
    const refusing = moving(() => {
      throw new Unreachable('NO_DEVICE')
    })
    await send(refusing, answer)
    expect(await byId(answer)).toMatchObject({ chat: ANA, status: 'FAILED', failureCode: 'NO_DEVICE' })
    expect(await outgoingMessages(table, SHOP)).toEqual([])
  })

  test('leaves before a later answer of the same command', async () => {
    await isWritten('um', lid)
    const later = await isWritten('dois', lid)
    await send(
      moving(() => undefined),
      later,
    )
    expect(left).toEqual(['um', 'dois'])
    expect(await outgoingMessages(table, SHOP)).toEqual([])
  })
})
