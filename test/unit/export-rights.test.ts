import { begin, get } from '@recado/functions/exports/exports'
import type { WantedFile } from '@recado/shared/exports/store'
import type { Actor } from '@recado/shared/sessions/session'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { actorOf, anAccount } from '../support/accounts.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/files/open', () => ({ filesOf: () => ({}) }))

const GONE = { code: 'ERR_NO_EXPORT_FOUND' }
const RUNNING = { status: 'RUNNING' }
const IMPORT = { kind: 'refused', importId: 'I' } as const

let admin: Actor
let user: Actor

beforeEach(async () => {
  const memory = new MemoryTable()
  setContext({ table: new TenantTable(memory, 'A'), ports: enginePorts(memory, Date.now).ports })
  admin = actorOf(await anAccount(memory, 'A'))
  user = actorOf(await anAccount(memory, 'A', { profile: 'user' }))
})

const FOR_ADMINS: WantedFile[] = [
  { kind: 'audit' },
  { kind: 'contacts' },
  { kind: 'data-subject', number: '5511955550001' },
  { ...IMPORT, contactListId: null, into: 'contacts' },
]
const FOR_ALL: WantedFile[] = [
  { kind: 'campaign', campaignId: 'C' },
  { kind: 'contact-list', contactListId: 'L' },
  { kind: 'extracted-contacts', whatsappId: 'W' },
  { ...IMPORT, contactListId: 'L' },
  { ...IMPORT, contactListId: null },
]

test.each(FOR_ADMINS)(
  'an export for admins is out of reach of its maker after a demotion: %o',
  async (wanted) => {
    const { exportId } = await begin(admin, wanted)
    expect(await get(admin, exportId)).toEqual(RUNNING)
    await expect(get({ ...admin, profile: 'user' }, exportId)).rejects.toMatchObject(GONE)
  },
)

test.each(FOR_ALL)('an export for all users is for its maker and for admins: %o', async (wanted) => {
  const { exportId } = await begin(user, wanted)
  for (const caller of [user, admin]) expect(await get(caller, exportId)).toEqual(RUNNING)
  await expect(get({ ...user, userId: 'another' }, exportId)).rejects.toMatchObject(GONE)
})

test.each(FOR_ALL)('an export of campaign data needs campaigns, as its request does: %o', async (wanted) => {
  const { exportId } = await begin(user, wanted)
  await expect(get({ ...user, campaignsEnabled: false }, exportId)).rejects.toMatchObject(GONE)
})
