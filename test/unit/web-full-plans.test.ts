import { create as createQueue } from '@recado/functions/ticket-queues/ticket-queues'
import { create as invite, revoke } from '@recado/functions/users/invitations'
import { create as createUser } from '@recado/functions/users/saving'
import { foundCompany } from '@recado/shared/companies/register/register-store'
import { DomainError } from '@recado/shared/errors/errors'
import { ApiError } from '@recado/shared/http/api-error'
import type { Plan } from '@recado/shared/plans/plan'
import { plans } from '@recado/shared/plans/store'
import type { Actor } from '@recado/shared/sessions/session'
import { MemoryTable } from '@recado/shared/table/memory'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { INVITATION_DAYS } from '@recado/shared/users/invitation'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { textOf } from '../../web/src/ui/toast.ts'
import { actorOf, anAccount } from '../support/accounts.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { speakPortuguese } from '../support/portuguese.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/realtime/online', () => ({ onlineAmong: async () => new Set() }))

const COMPANY = 'A'
const DAY_MS = 24 * 3600 * 1000

let now: number
let admin: Actor
let mails: number

beforeAll(speakPortuguese)
beforeEach(() => {
  now = Date.parse('2026-11-22T12:00:00.000Z')
  mails = 0
})

/** A company with one admin, and a plan for so many users and for one queue. */
async function aCompanyFor(users: number): Promise<void> {
  const memory = new MemoryTable()
  const platform = platformTable(memory)
  const { ports } = enginePorts(memory, () => now)
  const send = async (queue: string) => {
    if (queue === 'emails') mails++
  }
  setContext({
    table: new TenantTable(memory, COMPANY),
    platform,
    ports: { ...ports, queues: { ...ports.queues, send } },
    environment: { APP_ORIGIN: 'https://recado.test' },
  })
  const at = new Date(now).toISOString()
  const limits = { users, connections: 1, queues: 1, companies: 0 }
  const plan: Plan = { id: 'plan', name: 'Essencial', ...limits, createdAt: at, updatedAt: at }
  await plans.put(platform, plan)
  await foundCompany({ table: memory }, aCompany({ id: COMPANY, planId: plan.id }))
  admin = actorOf(await anAccount(memory, COMPANY))
}

/** What the admin reads about a refusal. */
async function refusal(of: Promise<unknown>): Promise<string> {
  const error = await of.catch((thrown: unknown) => thrown)
  if (!(error instanceof DomainError)) throw new Error('Nothing was refused')
  return textOf(new ApiError(402, error.code, error.message, { values: error.values }))
}
const inviteOne = () => invite(admin, { profile: 'user', email: 'maria@exemplo.test' })

test('an invitation is neither created nor mailed without a place for its user in the plan', async () => {
  await aCompanyFor(1)
  await expect(inviteOne()).rejects.toMatchObject({ code: 'ERR_PLAN_LIMIT', details: [{ path: 'users' }] })
  expect(mails).toBe(0)
})

test('open invitations take places of the plan, until they are revoked or end', async () => {
  await aCompanyFor(2)
  const { id } = await inviteOne()
  expect(await refusal(inviteOne())).toBe(
    'O plano da empresa permite 2 usuários, contando os convites em aberto. Revogue um convite ou exclua um usuário para convidar mais alguém.',
  )
  await revoke(admin, id)
  await inviteOne()
  now += INVITATION_DAYS * DAY_MS
  await inviteOne()
  expect(mails).toBe(3)
})

test('the refusal of one more says how many the plan allows', async () => {
  await aCompanyFor(1)
  expect(await refusal(createUser(admin, { name: 'Maria', email: 'maria@exemplo.test' }))).toBe(
    'O plano da empresa permite 1 usuário, e ele já está em uso.',
  )
  await createQueue(admin, { name: 'Vendas', color: '#111111' })
  expect(await refusal(createQueue(admin, { name: 'Suporte', color: '#222222' }))).toBe(
    'O plano da empresa permite 1 fila, e ela já está em uso.',
  )
})
