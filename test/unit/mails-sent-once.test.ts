import { foundCompany } from '@recado/shared/companies/register/register-store'
import type { CompanyEmail } from '@recado/shared/email/email'
import { newId } from '@recado/shared/ids'
import { claimMail, putNotice } from '@recado/shared/notices/store'
import type { EmailJob } from '@recado/shared/queues/jobs'
import { MemoryTable } from '@recado/shared/table/memory'
import type { NewRow, When } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { getInvitation, putInvitation } from '@recado/shared/users/invitation-store'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anAccount } from '../support/accounts.ts'
import { aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { sqsRecord } from '../support/sqs-record.ts'

const NOW = Date.parse('2026-11-30T12:00:00.000Z')
const AT = new Date(NOW).toISOString()

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))
vi.mock('@recado/functions/email/ses', () => ({
  sesSender: () => ({
    send: async (mail: CompanyEmail) => {
      await refuse()
      mails.push(mail)
    },
  }),
}))

/** Refuses to write rows whose keys begin with this. */
class RefusingTable extends MemoryTable {
  refused: string | undefined

  override put<T extends object>(row: NewRow<T>, when?: When<NoInfer<T>>): Promise<void> {
    if (this.refused !== undefined && row.pk.includes(this.refused)) throw new Error('Throttled')
    return super.put<T>(row, when)
  }
}

let memory: RefusingTable
let table: TenantTable
let mails: CompanyEmail[]
let refuse: () => Promise<void>

beforeEach(async () => {
  memory = new RefusingTable()
  table = new TenantTable(memory, 'A')
  mails = []
  refuse = async () => undefined
  const { ports, log } = enginePorts(memory, () => NOW)
  setContext({
    table: (id) => new TenantTable(memory, id),
    ports,
    log,
    environment: { APP_ORIGIN: 'https://recado.test', EMAIL_FROM: 'recado@exemplo.test' },
  })
  await foundCompany({ table: memory }, aCompany({ id: 'A', planId: null }))
})

async function delivers(job: EmailJob, messageId = 'M') {
  const { handler } = await import('@recado/functions/email/email-worker')
  return handler({ Records: [{ ...sqsRecord(job), messageId }] })
}
const DONE = { batchItemFailures: [] }
const AGAIN = { batchItemFailures: [{ itemIdentifier: 'M' }] }

async function anInvitation(): Promise<EmailJob> {
  const until = new Date(NOW + 86_400_000).toISOString()
  const email = 'bia@exemplo.test'
  await putInvitation(table, { id: 'I', email, profile: 'user', digest: 'D', createdAt: AT, until })
  return { kind: 'invitation', companyId: 'A', invitationId: 'I' }
}

async function aNotice(): Promise<EmailJob & { kind: 'notice' }> {
  const { id: userId } = await anAccount(memory, 'A')
  const noticeId = newId(NOW)
  const about = { place: 'connections', name: 'Loja', reason: 'LOGGED_OUT' } as const
  await putNotice(table, { id: noticeId, userId, kind: 'connection-down', ticketId: null, about, at: AT })
  return { kind: 'notice', companyId: 'A', userId, noticeId }
}

const kinds = Object.entries<() => Promise<EmailJob>>({
  invitation: anInvitation,
  notice: aNotice,
  'password-link': async () => {
    const { id: userId } = await anAccount(memory, 'A')
    return { kind: 'password-link', companyId: 'A', userId, why: 'access' }
  },
  'forgotten-password': async () => {
    const { email } = await anAccount(memory, 'A')
    return { kind: 'forgotten-password', email }
  },
  'operator-deed': async () => {
    const told = { to: 'ana@exemplo.test', operator: 'Rui', name: 'Bia', email: 'bia@exemplo.test' }
    return { kind: 'operator-deed', companyId: 'A', deed: 'created', ...told }
  },
})

describe.each(kinds)('a job of the kind %s', (_, aJob) => {
  test('sends one mail if it is delivered twice', async () => {
    const job = await aJob()
    expect(await delivers(job)).toEqual(DONE)
    expect(await delivers(job)).toEqual(DONE)
    expect(mails).toHaveLength(1)
  })

  test('is tried again if its mail was refused', async () => {
    const job = await aJob()
    refuse = () => Promise.reject(new Error('Throttled'))
    expect(await delivers(job)).toEqual(AGAIN)
    refuse = async () => undefined
    expect(await delivers(job)).toEqual(DONE)
    expect(mails).toHaveLength(1)
  })

  test('is done if its mail was sent but not noted', async () => {
    const job = await aJob()
    memory.refused = 'SENT-MAILS'
    expect(await delivers(job)).toEqual(DONE)
    expect(mails).toHaveLength(1)
  })
})

test('the second of two jobs for one invitation sends a mail of its own', async () => {
  const job = await anInvitation()
  await delivers(job)
  const { mailedDigest } = (await getInvitation(table, 'I')) ?? {}
  await delivers(job, 'N')
  expect(mails).toHaveLength(2)
  expect((await getInvitation(table, 'I'))?.mailedDigest).not.toBe(mailedDigest)
})

describe('a notice', () => {
  const claimed = (job: EmailJob & { kind: 'notice' }) =>
    claimMail(table, job.userId, job.noticeId, { mailedAt: AT, mailedBy: 'M', stopDigest: 'S' })

  test('is mailed by the next delivery of a job that died before its mail left', async () => {
    const job = await aNotice()
    await claimed(job)
    await delivers(job)
    expect(mails).toHaveLength(1)
  })

  test('is not mailed by a second job', async () => {
    const job = await aNotice()
    await claimed(job)
    await delivers(job, 'N')
    expect(mails).toEqual([])
  })
})
