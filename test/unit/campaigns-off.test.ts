import { type Chain, getChain, joinChain } from '@recado/shared/campaigns/engine/chain'
import { deliver } from '@recado/shared/campaigns/engine/deliver'
import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import { sweep } from '@recado/shared/campaigns/engine/sweep'
import { companyKey, putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import type { SendCommand } from '@recado/shared/queues/commands'
import type { PaceTick } from '@recado/shared/queues/jobs'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aLine } from '../support/line.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOON = Date.parse('2026-11-21T15:00:00.000Z')
const A_MINUTE = 60_000
const SHOP = 'loja'

let table: TenantTable
let now: number
let ticks: PaceTick[]
let commands: SendCommand[]
let ports: ReturnType<typeof enginePorts>['ports']

/** The operator switches the company's campaigns on or off. */
const campaignsAre = (isOn: boolean) => table.update(companyKey, { set: { campaignsEnabled: isOn } })
const chain = async () => (await getChain(table, SHOP)) as Chain

beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  now = NOON
  commands = []
  const engine = enginePorts(memory, () => now)
  ticks = engine.ticks
  const command = async (one: object) => void commands.push(one as SendCommand)
  ports = { ...engine.ports, queues: { ...engine.ports.queues, command } }
  await putConnection(table, aConnection({ companyId: 'A', id: SHOP, status: 'CONNECTED' }))
  await putCompany(table, aCompany({ id: 'A' }))
  await joinChain(ports, 'A', SHOP, await aLedger(table, SHOP, ['5511950000001', '5511950000002']))
})

/** The chain's next step, at its time. */
async function steps(): Promise<void> {
  now = Math.max(now, (await chain()).tickAt)
  const tick = ticks.at(-1)
  if (!tick) throw new Error('The chain has no tick')
  await advanceChain(ports, tick)
}

test('a running campaign waits while the company’s campaigns are switched off', async () => {
  await campaignsAre(false)
  await steps()
  expect(commands).toEqual([])
  expect(await chain()).toMatchObject({ parkedFor: 'campaigns-off' })
  await sweep(ports)
  expect(await chain()).toMatchObject({ parkedFor: 'campaigns-off' })
  await campaignsAre(true)
  now += A_MINUTE
  await sweep(ports)
  await steps()
  expect(commands).toHaveLength(1)
})

test('a message that was handed over before does not leave', async () => {
  await steps()
  const [command] = commands
  if (!command) throw new Error('Nothing was handed over')
  await campaignsAre(false)
  const left: unknown[] = []
  const line = aLine(SHOP, { send: async (route) => void left.push(route) })
  const own = { ...ports, waitUntil: async () => undefined, newClaim: () => 'claim' }
  await deliver(own, line, command, now)
  expect(left).toEqual([])
  await campaignsAre(true)
  await deliver(own, line, command, now)
  expect(left.length).toBeGreaterThan(0)
})
