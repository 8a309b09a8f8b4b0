import { EventEmitter } from 'node:events'
import { Results } from '@recado/fargate-session/session/results'
import { getMessage, messageWrite } from '@recado/shared/conversations/message'
import { chatOfGroup } from '@recado/shared/messages/chat'
import { putSentMessage } from '@recado/shared/messages/sent-messages'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Key, Row } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import type { WASocket } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { servicePorts } from '../support/service-ports.ts'

const GROUP = '120363000000000001'

/** Counts how often a result looks for its message, and refuses the first ones. */
class SentTable extends MemoryTable {
  refusals = 0
  lookedFor = 0

  override async get<T extends object>(key: Key<T>): Promise<Row<T> | undefined> {
    if (key.sk === 'M1') {
      this.lookedFor += 1
      // As the AWS SDK throws it: no further try is made for this receipt.
      const refused = { name: 'AccessDeniedException', $metadata: { httpStatusCode: 403 } }
      if (this.refusals-- > 0) throw Object.assign(new Error('Refused'), refused)
    }
    return super.get(key)
  }
}

/** A message to a large group, whose members' phones send receipts. */
async function groupMessage() {
  const memory = new SentTable()
  const table = new TenantTable(memory, 'A')
  const of = { connectionId: 'LOJA', chat: chatOfGroup(GROUP), at: new Date().toISOString(), messageId: 'M1' }
  const content = { type: 'text' as const, text: 'Olá' }
  await putSentMessage(table, 'LOJA', { ...of, jid: `${GROUP}@g.us`, content }, Date.now())
  await table.transact([messageWrite({ ...of, content, fromMe: true, status: 'SENDING' })])
  const socket = { ws: new EventEmitter(), ev: new EventEmitter() }
  let acknowledged = 0
  socket.ws.on('CB:receipt', () => {
    acknowledged += 1
  })
  const owner = { companyId: 'A', connectionId: 'LOJA', fence: 1, owns: () => true }
  const health = { traffic: () => undefined, reachOutLock: async () => undefined }
  const results = new Results(servicePorts(memory, Date.now), owner, health)
  results.watch(socket as unknown as WASocket)
  return {
    memory,
    receipt: (member: number, type?: 'read') => {
      const attrs = { id: 'M1', from: `${GROUP}@g.us`, participant: `${member}@lid`, ...(type && { type }) }
      socket.ws.emit('CB:receipt', { tag: 'receipt', attrs })
    },
    refusal: () => socket.ws.emit('CB:ack,class:message', { attrs: { id: 'M1', error: '479' } }),
    settled: () => results.settled(),
    acknowledged: () => acknowledged,
    level: async () => (await getMessage(table, of))?.level,
  }
}

test('the receipts of a thousand members of a group are recorded once per level', async () => {
  const { memory, receipt, settled, acknowledged, level } = await groupMessage()
  for (let member = 0; member < 1000; member++) receipt(member)
  await settled()
  for (let member = 0; member < 1000; member++) receipt(member, 'read')
  for (let member = 0; member < 1000; member++) receipt(member)
  await settled()
  await expect.poll(acknowledged).toBe(3000)
  expect([memory.lookedFor, await level()]).toEqual([2, 'read'])
})

test('a receipt after one that could not be recorded is recorded', async () => {
  const { memory, receipt, settled, level } = await groupMessage()
  memory.refusals = 1
  receipt(1)
  await settled()
  expect(await level()).toBeUndefined()
  receipt(2)
  await settled()
  expect(await level()).toBe('delivered')
})

test('a receipt after WhatsApp’s refusal is recorded again', async () => {
  const { memory, receipt, refusal, settled } = await groupMessage()
  receipt(1)
  await settled()
  refusal()
  await settled()
  const before = memory.lookedFor
  receipt(2)
  await settled()
  expect(memory.lookedFor).toBe(before + 1)
})
