import { sessionUserOf } from '@recado/functions/sessions/open-session'
import { list, save } from '@recado/functions/settings/settings'
import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/contract/settings'
import { getSettings, putSettings } from '@recado/shared/campaigns/store/settings'
import { getCompany, putCompany } from '@recado/shared/companies/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
// No cookie is set here, and its name takes the address of a deployment.
vi.mock('@recado/functions/sessions/cookie', () => ({ setRefreshCookie: () => undefined }))

const ADMIN = anActor({ profile: 'admin', campaignsEnabled: false })
const ana = {
  id: 'ana',
  companyId: 'A',
  name: 'Ana Lima',
  email: 'ana@loja.test',
  profile: 'admin',
  super: false,
  queueIds: [],
  createdAt: '2026-01-02T12:00:00.000Z',
  passwordHash: null,
} as const
const MANAUS = { key: 'timezone', value: 'America/Manaus' }

let table: TenantTable
beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  setContext({ table, ports: enginePorts(memory, Date.now).ports })
  await putCompany(table, aCompany({ id: 'A', campaignsEnabled: false, dueDate: '2026-11-10' }))
})
const inSession = async () => (await sessionUserOf({ ...ana, queueIds: [] })).company.settings

test('a company without campaigns sets its time zone among its options', async () => {
  const settings = { ...DEFAULT_CAMPAIGN_SETTINGS, messageInterval: '60' }
  await putSettings(table, settings)
  for (const zone of ['America/New_York', ''])
    await expect(save(ADMIN, 'timezone', zone), zone).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  expect(await inSession()).toContainEqual({ key: 'timezone', value: 'America/Sao_Paulo' })
  expect(await save(ADMIN, 'timezone', 'America/Manaus')).toEqual(MANAUS)
  expect(await list(ADMIN)).toContainEqual(MANAUS)
  expect(await inSession()).toContainEqual(MANAUS)
  // The other settings stay, and the day on which an unpaid company stops begins an hour later.
  expect(await getSettings(table)).toEqual({ ...settings, timezone: 'America/Manaus' })
  expect(await getCompany(table)).toMatchObject({ overdueFrom: '2026-11-14T04:00:00.000Z' })
})
