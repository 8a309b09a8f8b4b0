import { sendMessage, takeUpWaiting } from '@recado/fargate-session/outbound/messages'
import type { OpenLine } from '@recado/fargate-session/outbound/open-line'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { NotInGroup } from '@recado/shared/campaigns/engine/line'
import { Unreachable } from '@recado/shared/campaigns/ledger/unreachable'
import { getConversation } from '@recado/shared/conversations/conversation'
import { getMessage, type StoredMessage } from '@recado/shared/conversations/message'
import { outgoingMessages } from '@recado/shared/conversations/outgoing'
import { outgoing, outgoingWrites } from '@recado/shared/conversations/write'
import type { MessageCommand } from '@recado/shared/queues/commands'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test } from 'vitest'
import { openLine, servicePorts } from '../support/service-ports.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const [SHOP, ANA] = ['LOJA', '5511987651001'] as const

let table: TenantTable
let ports: ServicePorts
let left: string[]
let commands: MessageCommand[]
let isOpen: boolean

beforeEach(() => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  left = []
  commands = []
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
async function isWritten(text: string): Promise<StoredMessage> {
  const content = { type: 'text' as const, text }
  const before = await getConversation(table, SHOP, ANA)
  const message = outgoing({ connectionId: SHOP, chat: ANA, content }, before, NOW)
  await table.transact(outgoingWrites(message))
  return message
}

const send = (over: OpenLine, { messageId }: Pick<StoredMessage, 'messageId'>) =>
  sendMessage(ports, table, over, {
    kind: 'message',
    companyId: 'A',
    connectionId: SHOP,
    chat: ANA,
    messageId,
  })

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
