import { localDate } from '@recado/shared/calendar/local-date'
import { plusDays } from '@recado/shared/companies/due-date'
import type { CompanyRecord } from '@recado/shared/companies/register/company-record'
import { newId } from '@recado/shared/ids'
import type { Plan } from '@recado/shared/plans/plan'
import { partition, type Row } from '@recado/shared/table/table'
import { beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { keysUnder } from '../support/bucket.ts'
import { aColor } from '../support/builders.ts'
import { clientOf, dumpOf } from '../support/dynamodb.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { mailTo, tokenIn } from '../support/mailbox.ts'
import { ownSystem } from '../support/test-system.ts'
import { uploaded } from '../support/uploads.ts'
import { aWorld } from '../support/worlds.ts'

const TODAY = localDate(Date.now(), 'America/Sao_Paulo')
const EVERY_SECOND = { messageInterval: '1', minimumMessageInterval: '1', longerIntervalAfter: '0' }

const { system, principals } = ownSystem()
let operator: ApiClient
let plan: Plan
let platform: string

beforeAll(async () => {
  operator = await ApiClient.signIn(system.origin, 'super@demo.test')
  platform = (await operator.call('me')).companyId
  const limits = { users: 9, connections: 9, queues: 9 }
  plan = await operator.call('createPlan', { name: `Plano ${newId()}`, ...limits })
})

/** A company with its first admin, who has chosen a password. */
async function newCompany(
  more: Partial<RequestTo<'createCompany'>> = {},
): Promise<{ company: CompanyRecord; admin: ApiClient }> {
  const email = `${newId().toLowerCase()}@exemplo.test`
  const company = await operator.call('createCompany', {
    name: `Loja ${newId()}`,
    email,
    planId: plan.id,
    ...more,
  })
  const token = tokenIn(await mailTo(system.origin, email))
  await new ApiClient(system.origin).call('resetPassword', { token, password: PASSWORD })
  return { company, admin: await signedIn(company) }
}
const PASSWORD = 'uma senha nova'
const signedIn = ({ email }: CompanyRecord) => ApiClient.signIn(system.origin, email, PASSWORD)
const advance = ({ id }: CompanyRecord) => operator.call('advanceDueDate', { companyId: id })
const archive = ({ id }: CompanyRecord) => operator.call('archiveCompany', { companyId: id, archived: true })
const remove = ({ id }: CompanyRecord) => operator.attempt('deleteCompany', { companyId: id })
const isGone = ({ id }: CompanyRecord, within = 60_000) =>
  eventually(
    'the company is gone',
    async () => (await operator.attempt('getCompanyDeletion', { companyId: id })).status === 404,
    within,
  )
const companiesOfPlan = async () =>
  (await operator.call('listPlans')).find(({ id }) => id === plan.id)?.companies

/** Every row and object that holds this text; the operators' own trail says for ever what they did. */
async function leftOf(text: string): Promise<string[]> {
  const { table, authTable } = system.layout.names
  const client = clientOf(system.layout)
  const rows = [...(await dumpOf(client, table)), ...(await dumpOf(client, authTable))]
  const isTrail = ({ pk }: Row) => pk.endsWith('#AUDIT') && !pk.startsWith(text)
  // Goes by itself within a quarter of an hour.
  const isAttempt = ({ pk }: Row) => pk.startsWith('INDEX#ATTEMPTS#')
  // The answer to the operator who created the company is remembered for a day, under the operator's own company.
  const isRemembered = ({ pk }: Row) => pk === `${platform}#IDEMPOTENCY`
  const expected = (row: Row) => isTrail(row) || isAttempt(row) || isRemembered(row)
  const holding = rows.filter((row) => !expected(row) && JSON.stringify(row).includes(text))
  return [...holding.map(({ pk, sk }) => `${pk} ${sk}`), ...(await keysUnder(text))]
}

async function nothingIsLeftOf(id: string): Promise<void> {
  let left: string[] = []
  const isNothing = async () => {
    left = await leftOf(id)
    return left.length === 0
  }
  await eventually('nothing is left', isNothing).catch((error: unknown) => {
    throw new Error(`There is still ${left.join(', ')}`, { cause: error })
  })
}

describe('a company that is overdue', () => {
  test('an overdue company’s campaign waits, and continues when the due date is advanced', {
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
    await admin.call('startCampaign', { campaignId: campaign.id })
    await eventually('one is sent', async () => (await admin.report(campaign.id)).counters.sent >= 1)

    const { name, email } = company
    const late = { name, email, planId: plan.id, dueDate: plusDays(TODAY, -4) }
    const saved = await operator.call('updateCompany', { companyId: company.id, ...late })
    expect(saved).toMatchObject({ dueIn: -4, overdueSince: expect.any(String) })
    // A changed due date ends the company's sessions.
    admin = await signedIn(company)
    const waiting = async () => (await admin.report(campaign.id)).waitingFor === 'company-overdue'
    await eventually('the campaign waits', waiting)
    expect((await admin.report(campaign.id)).counters.sent).toBeLessThan(numbers.length)
    expect(await admin.attempt('startCampaign', { campaignId: campaign.id })).toMatchObject(
      refused(402, 'ERR_COMPANY_OVERDUE'),
    )
    // It is signed in and reads, and is told why.
    expect(await admin.call('me')).toMatchObject({
      company: { overdueSince: saved.overdueSince },
    })

    expect(await advance(company)).toMatchObject({ overdueSince: null })
    admin = await signedIn(company)
    expect((await admin.finished(campaign.id)).counters).toMatchObject({ sent: 4, failed: 0 })
    for (const number of numbers) expect(await admin.messagesOf(number)).toHaveLength(1)
  })
})

describe('the deletion of a company', () => {
  test('only an operator deletes a company, and only an archived one', async () => {
    const { company, admin } = await newCompany()
    expect(await remove(company)).toMatchObject(refused(409, 'ERR_COMPANY_NOT_ARCHIVED'))
    const asAdmin = await admin.attempt('deleteCompany', { companyId: company.id })
    expect(asAdmin).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    expect(await operator.attempt('deleteCompany', { companyId: newId() })).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
    expect((await admin.attempt('me')).status).toBe(200)
  })

  test('a deletion leaves nothing of the company and keeps other companies', {
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
    // The company refuses changes from here on. A second call joins the same deletion.
    const unarchive = await operator.attempt('archiveCompany', { companyId: company.id, archived: false })
    expect([404, 409]).toContain(unarchive.status)
    expect([202, 404]).toContain((await remove(company)).status)
    await isGone(company)

    expect(await leftOf(company.id)).toEqual([])
    expect(await leftOf(company.email)).toEqual([])
    expect(await companiesOfPlan()).toBe((before ?? 0) - 1)
    expect((await admin.attempt('me')).status).toBe(401)
    expect(await operator.attempt('getCompany', { companyId: company.id })).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
    await ears.frame(
      'that it is gone',
      ({ action, id, name }) => action === 'deleted' && id === company.id && name === company.name,
    )
    const told = ears.frames
      .filter(({ action }) => action === 'deletion')
      .map(({ record }) => Object(record).done)
    expect(told).toEqual([...told].sort((a, b) => a - b))
    expect(overheard.frames.filter(({ action }) => action.startsWith('delet'))).toEqual([])
    expect(await neighbour.admin.list(kept.id)).toMatchObject({ name: 'Fica' })
    // Its e-mail is free again.
    const again = { name: 'De volta', email: company.email, planId: plan.id }
    expect((await operator.attempt('createCompany', again)).status).toBe(201)
  })

  test('an interrupted deletion continues', { timeout: atMost(120_000) }, async () => {
    const { company, admin } = await newCompany()
    const list = await admin.newList()
    await admin.addContacts(list.id, ['5511955572001', '5511955572002'])
    await aWorld(principals.tenant(company.id))
    await archive(company)
    await remove(company)
    await system.kill('workers')
    // A repeated deletion goes on where the first one stopped.
    const again = async () => {
      const { status } = await remove(company)
      if (status === 404) return true
      await isGone(company, 3000).catch(() => undefined)
      return false
    }
    await eventually('the company is gone', again, 90_000)
    await nothingIsLeftOf(company.id)
  })
})

/** One of everything that a company can have, made by its own people. */
async function fill({ id }: CompanyRecord, admin: ApiClient): Promise<void> {
  const table = principals.tenant(id)
  await aWorld(table)
  await admin.settings(EVERY_SECOND)
  await admin.call('createTicketQueue', { name: 'Vendas', color: aColor() })
  await admin.call('createTag', { name: 'Cliente', color: aColor() })
  await admin.call('createContactBlock', { name: 'Não escrever', number: '5511955570009' })
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
  const file = new File([Buffer.from('\x89PNG\r\n\x1a\numa foto', 'latin1')], 'foto.png')
  await admin.call('uploadCampaignMedia', { campaignId: campaign.id, file })
  await admin.call('startCampaign', { campaignId: campaign.id })
  await admin.finished(campaign.id)
  // A customer answers, so that the conversation has messages of both sides.
  await admin.simulator('POST', '/phones/5511955570001/messages', { to: '5511900000072', text: 'Obrigada' })
  const conversations = () => table.query({ pk: partition(`CONVERSATIONS#${whatsappId}`) })
  await eventually('the answer came in', async () =>
    (await conversations()).rows.some((row) => 'wroteAt' in row),
  )
  // A connection that was deleted before leaves what was said over it.
  const { id: former } = await admin.linkedConnection('5511900000073', 'Antiga')
  await admin.simulator('POST', '/phones/5511955570003/messages', { to: '5511900000073', text: 'Oi' })
  const formers = () => table.query({ pk: partition(`CONVERSATIONS#${former}`) })
  await eventually('a message came in', async () => (await formers()).rows.length > 0)
  await admin.call('deleteConnection', { whatsappId: former })
  const due = await admin.newCampaign({ whatsappId, contactListId: list.id })
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
  await admin.call('updateCampaign', {
    campaignId: due.id,
    name: 'Amanhã',
    message1: 'Oi',
    whatsappId,
    contactListId: list.id,
    scheduledAt,
  })
}
