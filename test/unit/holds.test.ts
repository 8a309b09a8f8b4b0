import { type Chain, chainKey, getChain, joinChain, liftHold } from '@recado/shared/campaigns/engine/chain'
import { type DeliveryPorts, deliver } from '@recado/shared/campaigns/engine/deliver'
import type { Line } from '@recado/shared/campaigns/engine/line'
import { noteReachOutLock } from '@recado/shared/campaigns/engine/reach-out-lock'
import { countsKey, NO_COUNTS } from '@recado/shared/campaigns/ledger/counts'
import { recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { campaignKey } from '@recado/shared/campaigns/store/campaigns'
import { companyKey } from '@recado/shared/companies/store'
import type { HoldReason } from '@recado/shared/connections/health'
import { changeHealth, countNewContact, getHealth } from '@recado/shared/connections/health-store'
import { changeConnection, putConnection } from '@recado/shared/connections/store'
import { forgetAddress, NumberUnanswered, rememberAddress } from '@recado/shared/phone-numbers/addresses'
import type { SendCommand } from '@recado/shared/queues/commands'
import type { Key } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCampaign, aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { EventfulTable } from '../support/eventful-table.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const LATER = NOW + 3_600_000
const ANA = '5511955551001'
const PLACE = { campaignId: 'C', ledger: 'C.1', place: 0 }

let memory: EventfulTable
let table: TenantTable
let connectionId: string
let sent: string[]
let ticks: unknown[]
let ports: DeliveryPorts

/** A campaign to Ana, who never wrote. The account's budget of two new people a day is used up. */
beforeEach(async () => {
  memory = new EventfulTable()
  table = new TenantTable(memory, 'A')
  sent = []
  const engine = enginePorts(memory, () => NOW)
  ticks = engine.ticks
  ports = { ...engine.ports, waitUntil: async () => {}, newClaim: () => 'a claim' }
  await table.put({ ...companyKey, ...aCompany({ id: 'A' }) })
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED', newContactsPerDay: 2 })
  connectionId = connection.id
  await putConnection(table, connection)
  await countNewContact(table, connectionId, '2026-11-21', 2)
  await countNewContact(table, connectionId, '2026-11-21', 2)
  const campaign = aCampaign({ id: 'C', companyId: 'A', whatsappId: connectionId, status: 'EM_ANDAMENTO' })
  await table.put({ ...campaignKey('C'), ...campaign, ledger: 'C.1', recipients: 1 })
  await rememberAddress(table, ANA, { exists: true, jid: `${ANA}@s.whatsapp.net` }, NOW)
  await table.put({
    ...recipientKey(PLACE),
    ...PLACE,
    name: 'Ana',
    number: ANA,
    email: '',
    var1: '',
    var2: '',
    var3: '',
    status: 'PENDING',
    step: 'message',
    attempt: 1,
    variant: 1,
    confirmationVariant: 1,
    level: 'none',
    block: false,
    createdAt: new Date(NOW).toISOString(),
    searchText: `ana ${ANA}`,
  })
  await table.put({ ...NO_COUNTS, campaignId: 'C', open: 1, ...countsKey('C') })
  await joinChain(ports, 'A', connectionId, 'C')
  ticks.length = 0
})

const line = (): Line => ({
  connectionId,
  fence: 1,
  lastWriteAt: 0,
  isOpen: () => true,
  lookUp: () => Promise.reject(new Error('She is known')),
  prepare: async (jid) => ({ jid }),
  ready: async (_, content, messageId) => ({ content, messageId }),
  send: async ({ jid }) => void sent.push(jid),
})
const chain = async (): Promise<Chain> => (await getChain(table, connectionId)) as Chain
const handedOver = async (over: Line = line()) => {
  const { epoch } = await chain()
  const command: SendCommand = {
    kind: 'send',
    companyId: 'A',
    connectionId,
    epoch,
    notBefore: NOW,
    intervalMs: 0,
    recipients: [{ ...PLACE, attempt: 1 }],
  }
  await deliver(ports, over, command, NOW)
}
/** Runs once, after a row of this partition is read and before the caller gets it. */
const whenRead = (partition: string, happens: () => Promise<unknown>) => {
  memory.afterGet = async ({ pk }: Key) => {
    if (!pk.includes(partition)) return
    memory.afterGet = async () => undefined
    await happens()
  }
}
const raiseBudget = async () => {
  await changeConnection(table, connectionId, { newContactsPerDay: 10 })
  await liftHold(ports, 'A', connectionId, 'daily-budget')
}

describe('a spent daily budget', () => {
  test('holds people who never wrote until the end of the day', async () => {
    await handedOver()
    expect(sent).toEqual([])
    expect(await chain()).toMatchObject({
      heldFor: 'daily-budget',
      heldUntil: Date.parse('2026-11-22T03:00:00Z'),
    })
  })

  test('ends its hold when it is raised', async () => {
    await handedOver()
    await raiseBudget()
    expect((await chain()).heldUntil).toBeUndefined()
    expect(ticks).toHaveLength(1)
    await handedOver()
    expect(sent).toHaveLength(1)
  })

  test('a message under way with data from before a raised budget sets no new hold', async () => {
    // The number of first contacts is read when the old budget is used up.
    whenRead('HEALTH', raiseBudget)
    await handedOver()
    expect(sent).toEqual([])
    expect((await chain()).heldUntil).toBeUndefined()
    expect(ticks).toHaveLength(1)
  })

  test('does not count a message that did not leave, because the line closed', async () => {
    await raiseBudget()
    let open = true
    const closing: Line = {
      ...line(),
      isOpen: () => open,
      ready: async (_, content, messageId) => {
        open = false
        return { content, messageId }
      },
    }
    await handedOver(closing)
    expect(sent).toEqual([])
    expect(await table.get(recipientKey(PLACE))).toMatchObject({ status: 'PENDING', attempt: 1 })
    expect((await getHealth(table, connectionId)).newContacts).toBe(2)
    await handedOver()
    expect((await getHealth(table, connectionId)).newContacts).toBe(3)
  })

  test.each<HoldReason>(['reach-out-lock', 'new-chat-quota', 'number-checks'])(
    'a raised budget does not end a hold for another reason: %s',
    async (heldFor) => {
      await table.update(chainKey(connectionId), { set: { heldFor, heldUntil: LATER } })
      await raiseBudget()
      expect(await chain()).toMatchObject({ heldFor, heldUntil: LATER })
    },
  )
})

test('a message under way with data from before a lock’s end sets no new hold', async () => {
  await changeHealth(table, connectionId, { lockedUntil: LATER })
  // The person's acquaintance is read after the lock.
  whenRead('CONVERSATIONS', () => noteReachOutLock(ports, 'A', connectionId, { isActive: false }))
  await handedOver()
  expect(sent).toEqual([])
  expect((await chain()).heldUntil).toBeUndefined()
  expect(ticks).toHaveLength(1)
})

test('a number without an answer from WhatsApp is postponed: nothing fails, and the chain is neither held nor parked', async () => {
  await forgetAddress(table, ANA)
  await raiseBudget()
  await handedOver({ ...line(), lookUp: () => Promise.reject(new NumberUnanswered()) })
  expect(sent).toEqual([])
  expect(await table.get(recipientKey(PLACE))).toMatchObject({ status: 'POSTPONED', attempt: 1 })
  const { heldUntil, parkedAt } = await chain()
  expect([heldUntil, parkedAt]).toEqual([undefined, undefined])
})

test('a closed line parks the chain, and the recipient stays pending', async () => {
  await handedOver({ ...line(), isOpen: () => false })
  expect(await chain()).toMatchObject({ parkedAt: NOW, parkedFor: 'connection' })
  expect(await table.get(recipientKey(PLACE))).toMatchObject({ status: 'PENDING', attempt: 1 })
})

test('WhatsApp’s refusal of questions about numbers holds first contacts, and does not park the chain', async () => {
  await forgetAddress(table, ANA)
  const lookUp = async () => {
    await changeHealth(table, connectionId, { checksRefusedUntil: LATER })
    throw new Error('rate-overlimit')
  }
  await handedOver({ ...line(), lookUp })
  expect(await chain()).toMatchObject({ heldFor: 'number-checks', heldUntil: LATER })
  expect((await chain()).parkedAt).toBeUndefined()
  expect(await table.get(recipientKey(PLACE))).toMatchObject({ status: 'PENDING', attempt: 1 })
})
