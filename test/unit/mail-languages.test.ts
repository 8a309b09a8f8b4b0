import {
  forgottenPasswordLink,
  passwordLink,
  rememberPassword,
} from '@recado/functions/credentials/password-links'
import { create } from '@recado/functions/users/invitations'
import { mailedDeed } from '@recado/functions/users/mailed-deed'
import { mailedInvitation } from '@recado/functions/users/mailed-invitation'
import { foundCompany } from '@recado/shared/companies/register/register-store'
import { putNoticeSettings } from '@recado/shared/notices/settings-store'
import type { EmailJob } from '@recado/shared/queues/jobs'
import { emailJob } from '@recado/shared/queues/jobs'
import { MemoryTable } from '@recado/shared/table/memory'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test, vi } from 'vitest'
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

describe('for a user whose mails are in English', () => {
  const reader = async () => {
    const user = await anAccount(memory, 'A')
    await putNoticeSettings(new TenantTable(memory, 'A'), user.id, { channels: {}, language: 'en' })
    return user
  }

  test('the mail that gives access is in English', async () => {
    const { id: userId } = await reader()
    expect(await passwordLink({ companyId: 'A', userId, why: 'access' })).toMatchObject({
      subject: 'Recado: your access',
    })
  })

  test('the mail about a forgotten password is in the language of the page', async () => {
    const { email } = await reader()
    expect(await forgottenPasswordLink({ kind: 'forgotten-password', email, language: 'es' })).toMatchObject({
      subject: 'Recado: elija una nueva contraseña',
    })
  })

  test('the mail about an operator’s change is in English', async () => {
    const { email: to } = await reader()
    const deed = { deed: 'created', operator: 'Rui', name: 'Bia', email: 'bia@exemplo.test' } as const
    const job = { kind: 'operator-deed', companyId: 'A', to, ...deed } as const
    const mail = await mailedDeed(job)
    expect(mail).toMatchObject({ subject: 'Recado: the platform created a user in Padaria' })
    expect(mail?.text).toContain('Rui, of the platform, created a user in Padaria: Bia (bia@exemplo.test).')
    expect(await mailedDeed({ ...job, to: 'former@exemplo.test' })).toMatchObject({
      subject: 'Recado: a plataforma criou um usuário em Padaria',
    })
  })
})
