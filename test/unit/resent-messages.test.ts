import { EventEmitter } from 'node:events'
import { Health } from '@recado/fargate-session/questions/health'
import { Results } from '@recado/fargate-session/session/results'
import { getHealth } from '@recado/shared/connections/health-store'
import { getMessage, messageWrite } from '@recado/shared/conversations/message'
import { putSentMessage } from '@recado/shared/messages/sent-messages'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import type { WASocket } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { servicePorts } from '../support/service-ports.ts'

/** An account whose messages WhatsApp accepts or refuses. It does not say whether it holds the account back. */
async function account(messageIds: string[]) {
  const memory = new MemoryTable()
  const table = new TenantTable(memory, 'A')
  const at = new Date().toISOString()
  const chat = '5511955551234'
  const content = { type: 'text' as const, text: 'Olá' }
  for (const messageId of messageIds) {
    const of = { connectionId: 'LOJA', chat, at, messageId }
    await putSentMessage(table, 'LOJA', { ...of, jid: `${chat}@s.whatsapp.net`, content }, Date.now())
    await table.transact([messageWrite({ ...of, content, fromMe: true, status: 'SENDING' })])
  }
  const unknown = Object.assign(new Error('Internal Server Error'), { output: { statusCode: 500 } })
  const asked: string[] = []
  const socket = {
    ws: new EventEmitter(),
    ev: new EventEmitter(),
    fetchAccountReachoutTimelock: () => {
      asked.push('lock')
      return Promise.reject(unknown)
    },
  }
  const ports = servicePorts(memory, Date.now)
  const health = new Health(ports, table, 'LOJA', async () => undefined)
  const owner = { companyId: 'A', connectionId: 'LOJA', fence: 1, owns: () => true }
  const results = new Results(ports, owner, health)
  results.watch(socket as unknown as WASocket)
  return {
    asked,
    answers: async (id: string, error?: string) => {
      socket.ws.emit('CB:ack,class:message', { attrs: { id, ...(error && { error }) } })
      await results.settled()
    },
    statusOf: async (messageId: string) =>
      (await getMessage(table, { connectionId: 'LOJA', chat, at, messageId }))?.status,
    heldUntil: async () => (await getHealth(table, 'LOJA')).lockedUntil ?? null,
    rest: () => health.rest(),
  }
}

test('a resend that WhatsApp refuses holds no first contacts, and its message stays sent', async () => {
  const { answers, asked, heldUntil, statusOf } = await account(['M1'])
  await answers('M1')
  await answers('M1', '463')
  await answers('M1', '479')
  expect([asked, await heldUntil(), await statusOf('M1')]).toEqual([[], null, 'SENT'])
})

test('a first message that WhatsApp refuses fails, and holds first contacts', async () => {
  const { answers, asked, heldUntil, statusOf, rest } = await account(['M1', 'M2'])
  await answers('M1')
  await answers('M2', '463')
  expect(asked).toEqual(['lock'])
  expect([await heldUntil(), await statusOf('M2')]).toEqual([expect.any(Number), 'FAILED'])
  rest()
})
