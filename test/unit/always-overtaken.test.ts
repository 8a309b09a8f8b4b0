import * as helps from '@recado/functions/helps/helps'
import * as instances from '@recado/functions/instances/instances'
import * as plans from '@recado/functions/plans/plans'
import * as replies from '@recado/functions/quick-replies/quick-replies'
import * as users from '@recado/functions/users/saving'
import { putCompany } from '@recado/shared/companies/store'
import type { Actor } from '@recado/shared/sessions/session'
import { MemoryTable } from '@recado/shared/table/memory'
import { ConditionFailed, type Write } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import type { StoredUser } from '@recado/shared/users/store'
import { beforeEach, expect, test, vi } from 'vitest'
import { actorOf, anAccount, anExchange } from '../support/accounts.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/realtime/online', () => ({ onlineAmong: async () => new Set() }))

const SHOP = 'A'
const PLATFORM = 'P'
/** More attempts than any call makes, so that a call without an end fails. */
const FOR_EVER = 100

/** A table in which another write comes before each transaction, once `isBusy`. */
class BusyTable extends MemoryTable {
  isBusy = false
  #attempts = 0

  override async transact(writes: readonly Write[]): Promise<void> {
    if (!this.isBusy) return super.transact(writes)
    if (++this.#attempts > FOR_EVER) throw new Error('The call tries for ever')
    throw new ConditionFailed(writes.map((_, at) => (at === 0 ? null : undefined)))
  }
}

let memory: BusyTable
let admin: Actor
let colleague: StoredUser
const tableOf = (companyId: string) => new TenantTable(memory, companyId)

beforeEach(async () => {
  memory = new BusyTable()
  const { ports } = enginePorts(memory, Date.now)
  setContext({
    table: tableOf,
    platform: tableOf(PLATFORM),
    ports,
    environment: { APP_ORIGIN: 'https://recado.test' },
  })
  await putCompany(tableOf(SHOP), aCompany({ id: SHOP }))
  admin = actorOf(await anAccount(memory, SHOP))
  colleague = await anAccount(memory, SHOP)
})

const plan = { name: 'Básico', users: 3, connections: 1, queues: 2 }
const instance = { name: 'Um', address: 'https://um.recado.test', port: 443 }
const video = { title: 'Início', video: 'https://www.youtube.com/watch?v=aaaaaaaaaaa', description: '' }
const reply = { scope: 'company', shortcode: 'oi', message: 'Olá' } as const

type Call = () => Promise<unknown>

/** Each makes a record and returns the calls that change and delete it. */
const kinds: [string, () => Promise<Call[]>][] = [
  ['a plan', async () => callsOn(await plans.create(plan), (id) => plans.update(id, plan), plans.remove)],
  [
    'an instance',
    async () =>
      callsOn(await instances.create(instance), (id) => instances.update(id, instance), instances.remove),
  ],
  ['a video', async () => callsOn(await helps.create(video), (id) => helps.update(id, video), helps.remove)],
  [
    'a quick reply',
    async () =>
      callsOn(
        await replies.create(admin, reply),
        (id) => replies.update(admin, id, reply),
        (id) => replies.remove(admin, id),
      ),
  ],
  [
    'a user',
    async () =>
      callsOn(
        colleague,
        (userId) => users.update(admin, { userId, name: 'Bia', email: colleague.email }, anExchange()),
        (userId) => users.remove(admin, userId),
      ),
  ],
]

const callsOn = ({ id }: { id: string }, ...calls: readonly ((id: string) => Promise<unknown>)[]): Call[] =>
  calls.map((call) => () => call(id))

test.each(kinds)(
  'a change or deletion of %s that others overtake again and again ends as busy',
  async (_, callsOf) => {
    const calls = await callsOf()
    memory.isBusy = true
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'ERR_BUSY' })
  },
)
