import type { CompanyDeletion, CompanyRecord } from '@recado/shared/companies/company-record'
import { plusDays } from '@recado/shared/companies/due-date'
import { newId } from '@recado/shared/ids'
import { localDate } from '@recado/shared/local-date'
import type { Plan } from '@recado/shared/plans/plan'
import type { Row } from '@recado/shared/table/table'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import { keysUnder } from '../support/bucket.ts'
import { aColor } from '../support/builders.ts'
import { clientOf, dumpOf } from '../support/dynamodb.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { mailTo, tokenIn } from '../support/mailbox.ts'
import { Principals } from '../support/principals.ts'
import { uploaded } from '../support/uploads.ts'
import { aWorld } from '../support/worlds.ts'

const TODAY = localDate(Date.now(), 'America/Sao_Paulo')
const EVERY_SECOND = { messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' }

let system: RunningSystem
let principals: Principals
let operator: ApiClient
let plan: Plan

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
  operator = await ApiClient.signIn(system.origin, 'super@demo.test')
  const limits = { users: 9, connections: 9, queues: 9 }
  plan = await operator.done<Plan>('POST', '/plans', { name: `Plano ${newId()}`, ...limits })
})
afterAll(() => system.stop())

/** A company with its first admin, who has chosen a password. */
async function newCompany(more: object = {}): Promise<{ company: CompanyRecord; admin: ApiClient }> {
  const email = `${newId().toLowerCase()}@exemplo.test`
  const company = await operator.done<CompanyRecord>('POST', '/companies', {
    name: `Loja ${newId()}`,
    email,
    planId: plan.id,
    ...more,
  })
  const token = tokenIn(await mailTo(system.origin, email))
  await new ApiClient(system.origin).done('POST', '/auth/reset-password', { token, password: PASSWORD })
  return { company, admin: await signedIn(company) }
}
const PASSWORD = 'uma senha nova'
const signedIn = ({ email }: CompanyRecord) => ApiClient.signIn(system.origin, email, PASSWORD)
const advance = ({ id }: CompanyRecord) =>
  operator.done<CompanyRecord>('PATCH', `/companies/${id}/due-date`, {})
const archive = ({ id }: CompanyRecord) =>
  operator.done('PATCH', `/companies/archived/${id}`, { archived: true })
const remove = ({ id }: CompanyRecord) => operator.send<CompanyDeletion>('DELETE', `/companies/${id}`)
const isGone = ({ id }: CompanyRecord, within = 60_000) =>
  eventually(
    'the company is gone',
    async () => (await operator.send('GET', `/companies/${id}/deletion`)).status === 404,
    within,
  )
const companiesOfPlan = async () =>
  (await operator.done<Plan[]>('GET', '/plans/list')).find(({ id }) => id === plan.id)?.companies

/** Every row and object that holds this text; the operators' own trail says for ever what they did. */
async function leftOf(text: string): Promise<string[]> {
  const { table, authTable } = system.layout.names
  const client = clientOf(system.layout)
  const rows = [...(await dumpOf(client, table)), ...(await dumpOf(client, authTable))]
  const isTrail = ({ pk }: Row) => pk.endsWith('#AUDIT') && !pk.startsWith(text)
  // Goes by itself within a quarter of an hour.
  const isAttempt = ({ pk }: Row) => pk.startsWith('INDEX#ATTEMPTS#')
  const holding = rows.filter((row) => !isTrail(row) && !isAttempt(row) && JSON.stringify(row).includes(text))
  return [...holding.map(({ pk, sk }) => `${pk} ${sk}`), ...(await keysUnder(text))]
}

describe('a company that is overdue', () => {
  test('waits with its campaign, refuses to send, and goes on when its due date is advanced', {
    timeout: atMost(120_000),
  }, async () => {
    const { company, admin: before } = await newCompany({ dueDate: plusDays(TODAY, 20) })
    let admin = before
    await admin.settings(EVERY_SECOND)
    const { id: whatsappId } = await admin.linkedConnection('5511900000071')
    const list = await admin.newList()
    const numbers = ['5511955571001', '5511955571002', '5511955571003', '5511955571004']
    await admin.addContacts(list.id, numbers)
    const campaign = await admin.newCampaign({ whatsappId, contactListId: list.id })
    await admin.done('POST', `/campaigns/${campaign.id}/start`)
    await eventually('one is sent', async () => (await admin.report(campaign.id)).counters.sent >= 1)

    const { name, email } = company
    const late = { name, email, planId: plan.id, dueDate: plusDays(TODAY, -4) }
    const saved = await operator.done<CompanyRecord>('PUT', `/companies/${company.id}`, late)
    expect(saved).toMatchObject({ dueIn: -4, overdueSince: expect.any(String) })
    // A changed due date ends the company's sessions.
    admin = await signedIn(company)
    const waiting = async () => (await admin.report(campaign.id)).waitingFor === 'company-overdue'
    await eventually('the campaign waits', waiting)
    expect((await admin.report(campaign.id)).counters.sent).toBeLessThan(numbers.length)
    expect(await admin.send('POST', `/campaigns/${campaign.id}/start`)).toMatchObject(
      refused(402, 'ERR_COMPANY_OVERDUE'),
    )
    // It is signed in and reads, and is told why.
    expect(await admin.done('GET', '/auth/me')).toMatchObject({
      company: { overdueSince: saved.overdueSince },
    })

    expect(await advance(company)).toMatchObject({ overdueSince: null })
    admin = await signedIn(company)
    expect((await admin.finished(campaign.id)).counters).toMatchObject({ sent: 4, failed: 0 })
    for (const number of numbers) expect(await admin.messagesOf(number)).toHaveLength(1)
  })
})

describe('the deletion of a company', () => {
  test('is refused while it is not archived, and from anybody but an operator', async () => {
    const { company, admin } = await newCompany()
    expect(await remove(company)).toMatchObject(refused(409, 'ERR_COMPANY_NOT_ARCHIVED'))
    const asAdmin = await admin.send('DELETE', `/companies/${company.id}`)
    expect(asAdmin).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    expect(await operator.send('DELETE', `/companies/${newId()}`)).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
    expect((await admin.send('GET', '/auth/me')).status).toBe(200)
  })

  test('leaves nothing of a company that has everything, and everything of another one', {
    timeout: atMost(180_000),
  }, async () => {
    const { company, admin } = await newCompany({ dueDate: plusDays(TODAY, 20) })
    const neighbour = await newCompany()
    const before = await companiesOfPlan()
    await fill(company, admin)
    const kept = await neighbour.admin.newList('Fica')
    expect((await leftOf(company.id)).length).toBeGreaterThan(60)
    expect((await keysUnder(company.id)).length).toBeGreaterThan(1)
    const ears = await LiveSocket.open(operator)
    const overheard = await LiveSocket.open(neighbour.admin)

    await archive(company)
    const begun = await remove(company)
    expect(begun).toMatchObject({ status: 202, body: { companyId: company.id, status: 'unlinking' } })
    // From here on nobody changes it; begun twice it is one deletion.
    const unarchive = await operator.send('PATCH', `/companies/archived/${company.id}`, { archived: false })
    expect([404, 409]).toContain(unarchive.status)
    expect([202, 404]).toContain((await remove(company)).status)
    await isGone(company)

    expect(await leftOf(company.id)).toEqual([])
    expect(await leftOf(company.email)).toEqual([])
    expect(await companiesOfPlan()).toBe((before ?? 0) - 1)
    expect((await admin.send('GET', '/auth/me')).status).toBe(401)
    expect(await operator.send('GET', `/companies/${company.id}`)).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
    await ears.frame('that it is gone', ({ action, id }) => action === 'deleted' && id === company.id)
    const told = ears.frames
      .filter(({ action }) => action === 'deletion')
      .map(({ record }) => Object(record).done)
    expect(told).toEqual([...told].sort((a, b) => a - b))
    expect(overheard.frames.filter(({ action }) => action.startsWith('delet'))).toEqual([])
    expect(await neighbour.admin.list(kept.id)).toMatchObject({ name: 'Fica' })
    // Its e-mail is free again.
    const again = { name: 'De volta', email: company.email, planId: plan.id }
    expect((await operator.send('POST', '/companies', again)).status).toBe(201)
  })

  test('that was cut off in the middle is taken up again', { timeout: atMost(120_000) }, async () => {
    const { company, admin } = await newCompany()
    const list = await admin.newList()
    await admin.addContacts(list.id, ['5511955572001', '5511955572002'])
    await aWorld(principals.tenant(company.id))
    await archive(company)
    await remove(company)
    await system.kill('workers')
    // Whoever comes back to it begins it again; what is done already is no obstacle.
    const again = async () => {
      const { status } = await remove(company)
      if (status === 404) return true
      await isGone(company, 3000).catch(() => undefined)
      return false
    }
    await eventually('the company is gone', again, 90_000)
    await eventually('nothing is left', async () => (await leftOf(company.id)).length === 0)
  })
})

/** One of everything that a company can have, made by its own people. */
async function fill({ id }: CompanyRecord, admin: ApiClient): Promise<void> {
  const table = principals.tenant(id)
  await aWorld(table)
  await admin.settings(EVERY_SECOND)
  await admin.done('POST', '/queue', { name: 'Vendas', color: aColor() })
  await admin.done('POST', '/tags', { name: 'Cliente', color: aColor() })
  await admin.done('POST', '/contact-blocks', { name: 'Não escrever', number: '5511955570009' })
  await principals.person(id, { profile: 'user' })
  await LiveSocket.open(admin)
  await uploaded(admin, new TextEncoder().encode('nome,numero\nMaria,5511955570008\n'))
  const { id: whatsappId } = await admin.linkedConnection('5511900000072')
  const list = await admin.newList('Clientes')
  await admin.imported(
    list.id,
    new TextEncoder().encode('nome,numero\nAna,5511955570001\nBia,5511955570002\n'),
    'contatos.csv',
  )
  const campaign = await admin.newCampaign({ whatsappId, contactListId: list.id })
  const form = new FormData()
  form.append('file', new Blob([Buffer.from('\x89PNG\r\n\x1a\numa foto', 'latin1')]), 'foto.png')
  await admin.done('POST', `/campaigns/${campaign.id}/media-upload`, form)
  await admin.done('POST', `/campaigns/${campaign.id}/start`)
  await admin.finished(campaign.id)
  // Somebody answers, so that there is a conversation of both sides.
  await admin.simulator('POST', '/phones/5511955570001/messages', { to: '5511900000072', text: 'Obrigada' })
  const conversations = () => table.query({ pk: `CONVERSATIONS#${whatsappId}` })
  await eventually('the answer came in', async () =>
    (await conversations()).rows.some((row) => 'wroteAt' in row),
  )
  // A connection that was deleted before leaves what was said over it.
  const { id: former } = await admin.linkedConnection('5511900000073', 'Antiga')
  await admin.simulator('POST', '/phones/5511955570003/messages', { to: '5511900000073', text: 'Oi' })
  const formers = () => table.query({ pk: `CONVERSATIONS#${former}` })
  await eventually('a message came in', async () => (await formers()).rows.length > 0)
  await admin.done('DELETE', `/whatsapp/${former}`)
  const due = await admin.newCampaign({ whatsappId, contactListId: list.id })
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
  await admin.done('PUT', `/campaigns/${due.id}`, {
    name: 'Amanhã',
    message1: 'Oi',
    whatsappId,
    contactListId: list.id,
    scheduledAt,
  })
}
