import { chainKey, getChain, joinChain } from '@recado/shared/campaigns/engine/chain'
import { deliver } from '@recado/shared/campaigns/engine/deliver'
import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import { getCounts } from '@recado/shared/campaigns/ledger/counts'
import { getRecipient } from '@recado/shared/campaigns/ledger/ledger'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { companyKey } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import type { SendCommand } from '@recado/shared/queues/commands'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Key } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aLine } from '../support/line.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOW = Date.parse('2026-11-21T15:00:00.000Z')
const BETO = '5521987651001'

/** A table that refuses an empty sort key, as DynamoDB does. */
class StrictTable extends MemoryTable {
  override async getMany<T extends object>(keys: readonly Key<T>[]) {
    if (keys.some(({ sk }) => sk === '')) throw new RangeError('The sort key is empty')
    return super.getMany(keys)
  }
}

let table: TenantTable
let shop: string
let campaignId: string
let commands: SendCommand[]
let ports: ReturnType<typeof enginePorts>['ports']
let ticks: ReturnType<typeof enginePorts>['ticks']

/** A campaign to Beto and, before him, to a person whose data were erased while the ledger was written. */
beforeEach(async () => {
  const memory = new StrictTable()
  table = new TenantTable(memory, 'A')
  commands = []
  const engine = enginePorts(memory, () => NOW)
  ticks = engine.ticks
  ports = {
    ...engine.ports,
    queues: {
      ...engine.ports.queues,
      command: async (command) => void commands.push(command as SendCommand),
    },
  }
  await table.put({ ...companyKey, ...aCompany({ id: 'A' }) })
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  shop = connection.id
  await putConnection(table, connection)
  campaignId = await aLedger(table, shop, [BETO, BETO])
  await table.update(recipientKey(place(0)), { set: { number: '', searchText: '', erased: true } })
  await joinChain(ports, 'A', shop, campaignId)
})

const place = (at: number) => ({ ledger: ledgerId(campaignId, 1), place: at })

const line = (sent: string[]) => aLine(shop, { send: async ({ jid }) => void sent.push(jid) })

const expectSettled = async () => {
  expect(await getRecipient(table, place(0))).toMatchObject({ status: 'FAILED', reason: 'SKIPPED_BLOCKED' })
  expect(await getCounts(table, campaignId)).toMatchObject({ open: 1, failed: 1, blocked: 1 })
}

test('a recipient without a number is settled when it is handed over, and the next one is written to', async () => {
  const sent: string[] = []
  const { epoch = 0 } = (await getChain(table, shop)) ?? {}
  const recipients = [0, 1].map((at) => ({ campaignId, ...place(at), attempt: 1 }))
  const command = { kind: 'send' as const, companyId: 'A', connectionId: shop, epoch, recipients }
  const delivering = { ...ports, waitUntil: async () => undefined, newClaim: () => 'a claim' }
  await deliver(delivering, line(sent), { ...command, notBefore: NOW, intervalMs: 0 }, NOW)
  await expectSettled()
  expect(sent).toEqual([`${BETO}@s.whatsapp.net`])
  expect(await getChain(table, shop)).not.toHaveProperty('parkedFor')
})

test('a recipient without a number is settled while first contacts are held', async () => {
  await table.update(chainKey(shop), { set: { heldUntil: NOW + 3_600_000, heldFor: 'reach-out-lock' } })
  const [tick] = ticks
  const { nextAt = 0 } = (await getChain(table, shop)) ?? {}
  if (!tick) throw new Error('The chain has no tick')
  await advanceChain({ ...ports, now: () => nextAt }, tick)
  const [command] = commands
  if (!command) throw new Error('Nothing was handed over')
  expect(command.recipients).toMatchObject([place(0)])
  const delivering = { ...ports, waitUntil: async () => undefined, newClaim: () => 'a claim' }
  await deliver(delivering, line([]), command, command.notBefore)
  await expectSettled()
})
