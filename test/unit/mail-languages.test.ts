import { forgottenPasswordLink, rememberPassword } from '@recado/functions/credentials/password-links'
import { create } from '@recado/functions/users/invitations'
import { mailedInvitation } from '@recado/functions/users/mailed-invitation'
import { foundCompany } from '@recado/shared/companies/register/register-store'
import type { EmailJob } from '@recado/shared/queues/jobs'
import { emailJob } from '@recado/shared/queues/jobs'
import { MemoryTable } from '@recado/shared/table/memory'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { actorOf, anAccount, anExchange } from '../support/accounts.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

let memory: MemoryTable
let queued: EmailJob[]

beforeEach(async () => {
  memory = new MemoryTable()
  queued = []
  const { ports } = enginePorts(memory, Date.now)
  const send = async (_: unknown, message: unknown) => {
    queued.push(emailJob.parse(message))
  }
  setContext({
    table: (id) => new TenantTable(memory, id),
    platform: platformTable(memory),
    ports: { ...ports, queues: { ...ports.queues, send } },
    environment: { APP_ORIGIN: 'https://recado.test' },
  })
  await foundCompany({ table: memory }, aCompany({ id: 'A', name: 'Padaria', planId: null }))
})

test('the mail about a forgotten password is in the language of the page', async () => {
  const { email } = await anAccount(memory, 'A')
  await rememberPassword({ email, language: 'es' }, anExchange())
  const [job] = queued
  if (job?.kind !== 'forgotten-password') throw new Error('no job')
  expect(await forgottenPasswordLink(job)).toMatchObject({ subject: 'Recado: elija una nueva contraseña' })
})

test('an invitation is mailed in the language in which its maker reads the app', async () => {
  const maker = actorOf(await anAccount(memory, 'A'))
  await create(maker, { email: 'bia@exemplo.test', profile: 'user', language: 'en' })
  const [job] = queued
  if (job?.kind !== 'invitation') throw new Error('no job')
  expect(await mailedInvitation(job)).toMatchObject({ subject: 'Recado: invitation from Padaria' })
})
