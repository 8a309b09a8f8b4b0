import { Groups } from '@recado/fargate-session/groups/groups'
import { getChain, joinChain } from '@recado/shared/campaigns/engine/chain'
import { deliver } from '@recado/shared/campaigns/engine/deliver'
import type { Line, Route } from '@recado/shared/campaigns/engine/line'
import { getCounts } from '@recado/shared/campaigns/ledger/counts'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { companyKey } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { keepGroup } from '@recado/shared/group-lists/group-lists'
import { getGroup } from '@recado/shared/groups/store'
import { chatOfGroup } from '@recado/shared/messages/chat'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import type { GroupMetadata, WASocket } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const GROUP = '120363000000000001'
const NOW = Date.parse('2026-11-21T12:00:00Z')
const AT = new Date(NOW).toISOString()

const refusal = (code: number) => Promise.reject(Object.assign(new Error('not-authorized'), { data: code }))

/**
 * A campaign to a group is handed over.
 * @param groupMetadata WhatsApp's answer to the question about the group
 * @param found adds to the group's route
 */
async function campaignTo(groupMetadata: () => Promise<GroupMetadata>, found: Partial<Route> = {}) {
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
  const line: Line = {
    connectionId,
    fence: 1,
    lastWriteAt: 0,
    isOpen: () => true,
    lookUp: () => Promise.reject(new Error('A group has no number')),
    prepare: async (jid) => {
      await groups.prepare({ groupMetadata } as Partial<WASocket> as WASocket, jid)
      return { jid, ...found }
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
    refusals: async () => (await getCounts(table, campaignId)).refusedInRow ?? 0,
    group: () => getGroup(table, connectionId, GROUP),
  }
}

test.each([403, 404])('a group that WhatsApp refuses with %i is skipped and forgotten', async (code) => {
  const { delivered, recipient, group } = await campaignTo(() => refusal(code))
  await delivered
  expect(await recipient()).toMatchObject({ status: 'FAILED', reason: 'SKIPPED_NOT_IN_GROUP' })
  expect(await group()).toBeUndefined()
})

test('a group about which WhatsApp cannot answer now stays, and so does its recipient', async () => {
  const { delivered, recipient, group } = await campaignTo(() => refusal(500))
  await expect(delivered).rejects.toThrow('not-authorized')
  expect(await recipient()).toMatchObject({ status: 'PENDING' })
  expect(await group()).toBeDefined()
})

const metadata = (of: Partial<GroupMetadata>): GroupMetadata => ({
  id: `${GROUP}@g.us`,
  subject: 'Clientes',
  owner: undefined,
  participants: [],
  ...of,
})

test('the parent of a community is no group: it is skipped and forgotten', async () => {
  const { delivered, recipient, group } = await campaignTo(async () => metadata({ isCommunity: true }))
  await delivered
  expect(await recipient()).toMatchObject({ status: 'FAILED', reason: 'SKIPPED_NOT_IN_GROUP' })
  expect(await group()).toBeUndefined()
})

test('a group that takes messages from its admins only is skipped, and counts as no refusal', async () => {
  const asked = async () => metadata({ announce: true })
  const { delivered, recipient, refusals } = await campaignTo(asked, { onlyAdminsWrite: true })
  await delivered
  expect(await recipient()).toMatchObject({ status: 'FAILED', reason: 'SKIPPED_ONLY_ADMINS' })
  expect(await refusals()).toBe(0)
})
