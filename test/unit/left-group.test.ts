import { Groups } from '@recado/fargate-session/groups/groups'
import { getChain, joinChain } from '@recado/shared/campaigns/engine/chain'
import { deliver } from '@recado/shared/campaigns/engine/deliver'
import type { Line } from '@recado/shared/campaigns/engine/line'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { companyKey } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { keepGroup } from '@recado/shared/group-lists/group-lists'
import { getGroup } from '@recado/shared/groups/store'
import { chatOfGroup } from '@recado/shared/messages/chat'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import type { WASocket } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const GROUP = '120363000000000001'
const NOW = Date.parse('2026-11-21T12:00:00Z')
const AT = new Date(NOW).toISOString()

/** A campaign to a group is handed over, and WhatsApp answers to the question about the group with this code. */
async function campaignTo(code: number) {
  const memory = new MemoryTable()
  const table = new TenantTable(memory, 'A')
  const { ports } = enginePorts(memory, () => NOW)
  await table.put({ ...companyKey, ...aCompany({ id: 'A' }) })
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  const connectionId = connection.id
  await putConnection(table, connection)
  const group = { connectionId, groupId: GROUP, subject: 'Clientes', addressing: 'lid' as const, members: [] }
  await keepGroup(table, { ...group, updatedAt: AT })
  const campaignId = await aLedger(table, connectionId, [GROUP], { type: 'GROUP' })
  const place = { campaignId, ledger: ledgerId(campaignId, 1), place: 0 }
  await table.update(recipientKey(place), { set: { chat: chatOfGroup(GROUP) } })
  await joinChain(ports, 'A', connectionId, campaignId)
  const nothing = async () => undefined
  const groups = new Groups({ now: () => NOW, publish: nothing, waitUntil: nothing }, table, connectionId)
  const groupMetadata = () => Promise.reject(Object.assign(new Error('not-authorized'), { data: code }))
  const line: Line = {
    connectionId,
    fence: 1,
    lastWriteAt: 0,
    isOpen: () => true,
    lookUp: () => Promise.reject(new Error('A group has no number')),
    prepare: async (jid) => {
      await groups.prepare({ groupMetadata } as Partial<WASocket> as WASocket, jid)
      return { jid }
    },
    ready: async (_, content, messageId) => ({ content, messageId }),
    send: () => Promise.reject(new Error('Nothing is sent')),
  }
  const epoch = (await getChain(table, connectionId))?.epoch ?? 0
  const recipients = [{ ...place, attempt: 1 }]
  const command = { kind: 'send' as const, companyId: 'A', connectionId, epoch, recipients }
  const delivering = { ...ports, waitUntil: async () => {}, newClaim: () => 'a claim' }
  return {
    delivered: deliver(delivering, line, { ...command, notBefore: NOW, intervalMs: 0 }, NOW),
    recipient: () => table.get(recipientKey(place)),
    group: () => getGroup(table, connectionId, GROUP),
  }
}

test.each([403, 404])('a group that WhatsApp refuses with %i is skipped and forgotten', async (code) => {
  const { delivered, recipient, group } = await campaignTo(code)
  await delivered
  expect(await recipient()).toMatchObject({ status: 'FAILED', reason: 'SKIPPED_NOT_IN_GROUP' })
  expect(await group()).toBeUndefined()
})

test('a group about which WhatsApp cannot answer now stays, and so does its recipient', async () => {
  const { delivered, recipient, group } = await campaignTo(500)
  await expect(delivered).rejects.toThrow('not-authorized')
  expect(await recipient()).toMatchObject({ status: 'PENDING' })
  expect(await group()).toBeDefined()
})
