import { sendMessage } from '@recado/fargate-session/outbound/messages'
import type { OpenLine } from '@recado/fargate-session/outbound/open-line'
import { acknowledged, heldBack } from '@recado/shared/campaigns/engine/results'
import { getMessage, type StoredMessage } from '@recado/shared/conversations/message'
import { forgetOutgoing, outgoingMessages, outgoingWrite } from '@recado/shared/conversations/outgoing'
import { outgoing, outgoingWrites } from '@recado/shared/conversations/write'
import type { PersonAddress } from '@recado/shared/messages/recipient-ref'
import type { MessageCommand } from '@recado/shared/queues/commands'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test } from 'vitest'
import { openLine, servicePorts } from '../support/service-ports.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const [SHOP, ANA] = ['LOJA', '5511987651001'] as const

let table: TenantTable
let ports: ReturnType<typeof servicePorts>
let commands: MessageCommand[]
let left: { messageId: string; jid: string }[]
beforeEach(() => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  ports = servicePorts(memory, () => NOW)
  commands = []
  left = []
  ports.queues.command = async (command) => {
    if (command.kind === 'message') commands.push(command)
  }
})

/** A line to a person with both addresses. It tries the LID first. */
const line: OpenLine = openLine(() => undefined, {
  routeTo: async (_, address: PersonAddress = 'lid') =>
    address === 'lid' ? { jid: '900@lid', other: 'number' } : { jid: `${ANA}@s.whatsapp.net`, other: 'lid' },
  write: async ({ jid }, { messageId }) => void left.push({ messageId, jid }),
})

async function isWritten(text: string): Promise<StoredMessage> {
  const message = outgoing({ connectionId: SHOP, chat: ANA, content: { type: 'text', text } }, undefined, NOW)
  await table.transact(outgoingWrites(message))
  return message
}

const command = ({ chat, messageId }: StoredMessage): MessageCommand => ({
  kind: 'message',
  companyId: 'A',
  connectionId: SHOP,
  chat,
  messageId,
})
const send = (of: MessageCommand) => sendMessage(ports, table, line, of)
const sent = async () => {
  const message = await isWritten('Oi')
  await send(command(message))
  return message
}
const answered = ({ messageId }: StoredMessage, code?: string) =>
  acknowledged(ports, { companyId: 'A', connectionId: SHOP, messageId }, code)

test.each(['400', '463'])('an answer refused with %s for its LID goes to the number', async (code) => {
  const message = await sent()
  await answered(message, code)
  expect(await getMessage(table, message)).toMatchObject({ status: 'PENDING' })
  for (const waiting of commands) await send(waiting)
  const { messageId } = message
  expect(left).toEqual([
    { messageId, jid: '900@lid' },
    { messageId, jid: `${ANA}@s.whatsapp.net` },
  ])
  await answered(message)
  expect(await getMessage(table, message)).toMatchObject({ status: 'SENT', level: 'server' })
  expect(await outgoingMessages(table, SHOP)).toEqual([])
})

test('an answer refused at both addresses fails', async () => {
  const message = await sent()
  await answered(message, '463')
  for (const waiting of commands) await send(waiting)
  await answered(message, '463')
  expect(await getMessage(table, message)).toMatchObject({ status: 'FAILED', failureCode: '463' })
  expect(left).toHaveLength(2)
})

test('a refusal for another reason does not lead to the other address', async () => {
  const message = await sent()
  await answered(message, '479')
  expect(await getMessage(table, message)).toMatchObject({ status: 'FAILED', failureCode: '479' })
  expect(commands).toEqual([])
})

test('an answer of an account that WhatsApp holds back does not go to the other address', async () => {
  const message = await sent()
  const ref = { companyId: 'A', connectionId: SHOP, messageId: message.messageId }
  await heldBack(ports, ref, { until: NOW + 60_000, reason: 'reach-out-lock' })
  expect(await getMessage(table, message)).toMatchObject({ status: 'FAILED', failureCode: '463' })
  expect(left).toHaveLength(1)
})

test('a refusal that is recorded again, because its command was lost, queues the answer', async () => {
  const message = await sent()
  const record = ports.queues.command
  ports.queues.command = () => Promise.reject(new Error('The queue does not answer'))
  await expect(answered(message, '463')).rejects.toThrow('The queue does not answer')
  ports.queues.command = record
  await answered(message, '463')
  for (const waiting of commands) await send(waiting)
  expect(left).toHaveLength(2)
})

test('a sender that took an answer for settled does not forget that it waits again', async () => {
  const message = await sent()
  await table.transact([outgoingWrite(message)])
  const [seen] = await outgoingMessages(table, SHOP)
  await answered(message, '463')
  if (seen) await forgetOutgoing(table, SHOP, seen)
  expect(await outgoingMessages(table, SHOP)).toMatchObject([{ address: 'number' }])
})

test('an answer that arrived although it was refused does not leave again', async () => {
  const message = await sent()
  await answered(message, '463')
  await answered(message)
  for (const waiting of commands) await send(waiting)
  expect(left).toHaveLength(1)
  expect(await getMessage(table, message)).toMatchObject({ status: 'SENT' })
  expect(await outgoingMessages(table, SHOP)).toEqual([])
})
