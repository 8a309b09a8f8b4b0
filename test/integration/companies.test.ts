import { localDate } from '@recado/shared/calendar/local-date'
import { plusDays, plusMonths } from '@recado/shared/companies/due-date'
import type { CompanyRecord } from '@recado/shared/companies/register/company-record'
import { newId } from '@recado/shared/ids'
import { partition } from '@recado/shared/table/table'
import { beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, accepted, refused } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { mailsOf, mailTo, tokenIn } from '../support/mailbox.ts'
import { aName, anEmail, Operator } from '../support/operator.ts'
import { cookieOf } from '../support/sign-ins.ts'
import { ownSystem } from '../support/test-system.ts'

const TODAY = localDate(Date.now(), 'America/Sao_Paulo')

const { system, principals } = ownSystem()
let operator: Operator
let nobody: ApiClient

beforeAll(async () => {
  operator = await Operator.signIn(system.origin)
  nobody = new ApiClient(system.origin)
})

const login = (email: string, password: string) => nobody.attempt('login', { email, password })

describe('an operator', () => {
  test('an operator creates a company, and its first admin signs in by invitation', async () => {
    const { id: instanceId } = await operator.newInstance()
    const company = await operator.newCompany({
      instanceId,
      phone: '(11) 98765-4321',
      document: '12.ABC.345/01DE-35',
      dueDate: plusDays(TODAY, 10),
      recurrence: 'TRIMESTRAL',
      paymentMethod: 'pix',
      useType: 'TESTE',
      blockType: 'BUTTON',
    })
    expect(company).toMatchObject({
      phone: '5511987654321',
      document: '12ABC34501DE35',
      dueIn: 10,
      overdueSince: null,
      status: true,
      plan: { id: operator.roomy.id, name: operator.roomy.name },
      instance: { id: instanceId, port: 443 },
      whatsapps: [],
      archived: false,
      isBeingDeleted: false,
      campaignsEnabled: true,
      schedules: null,
    })
    expect(company.settings).toEqual([
      { key: 'campaignsEnabled', value: 'true' },
      { key: 'userRating', value: 'disabled' },
      { key: 'scheduleType', value: 'disabled' },
    ])
    const admin = await operator.firstAdmin(company)
    const me = await admin.call('me')
    expect(me).toMatchObject({ companyId: company.id, profile: 'admin', name: company.name })
    expect(await admin.call('getCompany', { companyId: company.id })).toMatchObject({
      id: company.id,
      whatsapps: [],
    })
  })

  test('a company with a used e-mail, or an unknown plan or instance, is refused', async () => {
    const { email } = await operator.newCompany()
    const before = (await operator.planOf(operator.roomy.id))?.companies
    const company = { name: 'Outra', planId: operator.roomy.id }
    const create = (more: object) =>
      operator.client.attempt('createCompany', { ...company, email: anEmail(), ...more })
    expect(await create({ email: email.toUpperCase() })).toMatchObject(refused(409, 'ERR_DUPLICATED_EMAIL'))
    expect(await create({ planId: newId() })).toMatchObject(refused(404, 'ERR_NO_PLAN_FOUND'))
    expect(await create({ instanceId: newId() })).toMatchObject(refused(404, 'ERR_NO_INSTANCE_FOUND'))
    expect(await create({ phone: '123' })).toMatchObject(refused(400, 'ERR_WAPP_INVALID_CONTACT'))
    expect(await create({ document: '111.111.111-11' })).toMatchObject(refused(400, 'ERR_VALIDATION'))
    expect((await operator.planOf(operator.roomy.id))?.companies).toBe(before)
  })

  test('an admin sees no companies, plans or instances of the platform', async () => {
    const admin = await operator.firstAdmin(await operator.newCompany())
    const other = await operator.newCompany()
    for (const route of [
      'listCompanies',
      'companyNames',
      'companyDashboard',
      'listPlans',
      'allPlans',
      'listInstances',
    ] as const)
      expect(await admin.attempt(route), route).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    // Another company's id is answered like an unknown id.
    expect(await admin.attempt('getCompany', { companyId: other.id })).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
    const schedules = { schedules: null }
    expect(await admin.attempt('saveCompanySchedules', { companyId: other.id, ...schedules })).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
    expect(await operator.client.attempt('getCompany', { companyId: 'PLATFORM' })).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
    expect(await operator.client.attempt('getCompany', { companyId: 'INDEX' })).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
  })

  test('an operator corrects the address of an admin without a password, and sends the access link again', async () => {
    const company = await operator.newCompany()
    await mailTo(system.origin, company.email)
    const email = anEmail()
    await operator.change(company, { email })
    expect(await operator.client.call('resetCompanyPassword', { companyId: company.id })).toEqual({ email })
    const token = tokenIn(await mailTo(system.origin, email))
    expect((await nobody.attempt('resetPassword', { token, password: 'mais uma senha' })).status).toBe(204)
    expect((await login(email, 'mais uma senha')).status).toBe(200)
    expect((await mailsOf(system.origin)).filter(({ to }) => to === company.email)).toHaveLength(1)
  })

  test('an operator sends the access link again, only to an admin’s address', async () => {
    const company = await operator.newCompany()
    await operator.firstAdmin(company)
    await operator.change(company, { email: anEmail() })
    const { email } = company
    const companyId = company.id
    expect(await operator.client.call('resetCompanyPassword', { companyId })).toEqual({ email })
    const { access } = await operator.client.call('getCompany', { companyId })
    expect(access).toEqual({ email, followsCompany: false })
    const token = tokenIn(await mailTo(system.origin, email, 2))
    expect((await nobody.attempt('resetPassword', { token, password: 'mais uma senha' })).status).toBe(204)
    expect((await login(email, 'mais uma senha')).status).toBe(200)
    expect(await operator.client.attempt('resetCompanyPassword', { companyId: newId() })).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
  })
})

describe('the list of companies', () => {
  test('companies are found by name, e-mail, document and due date', async () => {
    const mark = newId().toLowerCase()
    const due = async (days: number | null, more: Partial<RequestTo<'createCompany'>> = {}) =>
      (
        await operator.newCompany({
          name: `Café ${mark} ${days}`.slice(0, 50),
          dueDate: days === null ? '' : plusDays(TODAY, days),
          ...more,
        })
      ).id
    const [in7, in3, today, never] = [await due(7), await due(3), await due(0), await due(null)]
    const [by1, by4, by8, by16] = [await due(-1), await due(-4), await due(-8), await due(-16)]
    const archived = await due(2)
    await operator.archive(archived, true)
    const ids = async (filter: RequestTo<'listCompanies'> = {}) =>
      (await operator.found({ searchParam: mark, ...filter })).sort()
    const of = (...some: string[]) => some.sort()
    expect(await ids()).toEqual(of(in7, in3, today, by1, by4, by8, by16, never, archived))
    expect(await ids({ archived: 'false' })).toEqual(of(in7, in3, today, by1, by4, by8, by16, never))
    expect(await ids({ archived: 'true' })).toEqual([archived])
    expect(await ids({ archived: 'false', dueFilter: 'in7' })).toEqual(of(in7, in3, today))
    expect(await ids({ archived: 'false', dueFilter: 'in3' })).toEqual(of(in3, today))
    expect(await ids({ dueFilter: 'overdue' })).toEqual(of(by1, by4, by8, by16))
    expect(await ids({ dueFilter: 'overdue3' })).toEqual(of(by4, by8, by16))
    expect(await ids({ dueFilter: 'overdue7' })).toEqual(of(by8, by16))
    expect(await ids({ dueFilter: 'overdue15' })).toEqual([by16])
    expect(await operator.client.send('GET', '/companies?dueFilter=soon')).toMatchObject(
      refused(400, 'ERR_VALIDATION'),
    )
    const known = await operator.newCompany({ document: '11.222.333/0001-81' })
    expect(await operator.found({ searchParam: '11.222.333/0001' })).toContain(known.id)
    expect(await operator.found({ searchParam: `CAFE ${mark}` })).toContain(in7)
    expect(await operator.found({ searchParam: known.email.slice(0, 20).toUpperCase() })).toEqual([known.id])
  })

  test('companies come by due date on request, those without one last', async () => {
    const mark = newId().toLowerCase()
    const made: string[] = []
    for (const days of [9, -9, 2, null])
      made.push(
        (
          await operator.newCompany({
            name: `${mark} x`,
            dueDate: days === null ? '' : plusDays(TODAY, days),
          })
        ).id,
      )
    const [late, overdue, soon, free] = made
    expect(await operator.found({ searchParam: mark, order: 'due' })).toEqual([overdue, soon, late, free])
  })

  test('companies come by name in pages of 20, and the dashboard counts them', async () => {
    const before = await operator.client.call('companyDashboard')
    const mark = newId().toLowerCase()
    const made: CompanyRecord[] = []
    for (let at = 0; at < 22; at++)
      made.push(await operator.newCompany({ name: `${mark} ${String(at).padStart(2, '0')}` }))
    const page = (number: number) => operator.found({ searchParam: mark, pageNumber: number })
    expect(await page(1)).toEqual(made.slice(0, 20).map(({ id }) => id))
    expect(await page(2)).toEqual(made.slice(20).map(({ id }) => id))
    expect(await page(3)).toEqual([])
    await operator.newCompany({ useType: 'TESTE', dueDate: plusDays(TODAY, -9) })
    await operator.newCompany({ useType: 'INTERNO', dueDate: plusDays(TODAY, -9) })
    await operator.newCompany({ dueDate: plusDays(TODAY, -1) })
    const gone = await operator.newCompany({ dueDate: plusDays(TODAY, -1) })
    await operator.archive(gone.id, true)
    expect(await operator.client.call('companyDashboard')).toEqual({
      activeCount: before.activeCount + 25,
      clientCount: before.clientCount + 23,
      testClientCount: before.testClientCount + 1,
      overdueClientCount: before.overdueClientCount + 1,
    })
    const named = async (query: RequestTo<'companyNames'> = {}) =>
      (await operator.client.call('companyNames', query)).map(({ id }) => id)
    await operator.setStatus(made[0]?.id ?? '', false)
    expect(await named()).toEqual(expect.arrayContaining(made.map(({ id }) => id)))
    expect(await named({ status: 'true' })).not.toContain(made[0]?.id)
    expect(await named({ status: 'false' })).toContain(made[0]?.id)
    expect(await named()).not.toContain(gone.id)
  })
})

describe('a change of a company', () => {
  const PASSWORD = 'uma senha nova'

  /** A browser of the company: its session, its refresh cookie and its live socket. */
  async function aBrowser(email: string) {
    const answer = accepted(await nobody.attempt('login', { email, password: PASSWORD }))
    const client = new ApiClient(system.origin, answer.body.token)
    return { client, cookie: cookieOf(answer), ears: await LiveSocket.open(client) }
  }

  test('a change of due date, plan, status or instance ends the company’s sessions', async () => {
    const company = await operator.newCompany({ dueDate: plusDays(TODAY, 30) })
    const { email } = company
    await operator.firstAdmin(company, PASSWORD)
    const moved = await operator.newPlan({ users: 50, connections: 50, queues: 50 })
    const { id: instanceId } = await operator.newInstance()
    const change = async (more: Partial<RequestTo<'updateCompany'>>) =>
      operator.change(await operator.companyOf(company.id), more)
    const changes = [
      () => change({ dueDate: plusDays(TODAY, 31) }),
      () => change({ planId: moved.id }),
      () => change({ instanceId }),
      () => operator.client.attempt('advanceDueDate', { companyId: company.id }),
      () => operator.setStatus(company.id, false),
    ]
    for (const make of changes) {
      const { client, cookie, ears } = await aBrowser(email)
      expect((await client.attempt('me')).status).toBe(200)
      expect((await make()).status).toBe(200)
      const UPDATED = refused(401, 'ERR_COMPANY_UPDATED')
      expect(await client.attempt('me')).toMatchObject(UPDATED)
      expect(await client.attempt('createContactList', { name: 'Depois' })).toMatchObject(UPDATED)
      expect(await nobody.attempt('refreshToken', {}, { cookie })).toMatchObject(UPDATED)
      // The refused refresh has ended the session for good.
      expect((await nobody.attempt('refreshToken', {}, { cookie })).status).toBe(401)
      await ears.frame(
        'why the session is over',
        ({ channel, action }) => channel === `company-${company.id}-company` && action === 'update',
      )
      await eventually('the socket is cut off', async () => ears.isClosed)
    }
    expect(await login(email, PASSWORD)).toMatchObject(refused(401, 'ERR_COMPANY_INACTIVE'))
    await operator.setStatus(company.id, true)
    expect((await login(email, PASSWORD)).status).toBe(200)
  })

  test('other changes of a company or its plan end no session', async () => {
    const company = await operator.newCompany({ dueDate: plusDays(TODAY, 30) })
    const admin = await operator.firstAdmin(company)
    const ears = await LiveSocket.open(admin)
    const plan = await operator.newPlan({ users: 50, connections: 50, queues: 50 })
    const { id: instanceId } = await operator.newInstance()
    const changes = {
      name: 'Novo nome',
      document: '529.982.247-25',
      campaignsEnabled: true,
      handoverFrom: { instanceId, companyId: newId() },
    }
    expect((await operator.change(company, changes)).status).toBe(200)
    await operator.client.call('updatePlan', {
      planId: operator.roomy.id,
      name: aName('Plano'),
      users: plan.users,
      connections: plan.connections,
      queues: plan.queues,
    })
    const periods = [{ weekday: 1, from: '08:00', to: '18:00' }]
    await admin.call('saveCompanySchedules', { companyId: company.id, schedules: { periods, holidays: [] } })
    await admin.call('saveSetting', { settingKey: 'userRating', value: 'enabled' })
    await admin.settings({ messageInterval: '20' })
    await admin.newList('Depois')
    await ears.frame('of the list', ({ channel }) => channel.endsWith('-contact-list'))
    expect(ears.frames.filter(({ channel }) => channel.endsWith('-company'))).toEqual([])
    expect(ears.isClosed).toBe(false)
  })

  test('switching a company off deletes its sessions', async () => {
    const company = await operator.newCompany()
    await operator.firstAdmin(company)
    expect((await operator.setStatus(company.id, false)).status).toBe(200)
    const sessions = () => principals.tenant(company.id).query({ pk: partition('SESSIONS') })
    await eventually('the sessions are over', async () => (await sessions()).rows.length === 0)
  })

  test('a change of a company keeps omitted fields and the company’s own settings', async () => {
    const company = await operator.newCompany({
      phone: '11987654321',
      dueDate: plusDays(TODAY, 5),
      paymentMethod: 'boleto',
    })
    const admin = await operator.firstAdmin(company)
    const schedules = {
      periods: [{ weekday: 1, from: '08:00', to: '12:00' }],
      holidays: ['2026-12-25'],
      exceptions: [{ date: '2026-12-24', periods: [{ from: '08:00', to: '11:00' }] }],
    }
    await admin.call('saveCompanySchedules', { companyId: company.id, schedules })
    const twice = { ...schedules, exceptions: [...schedules.exceptions, ...schedules.exceptions] }
    expect(
      await admin.attempt('saveCompanySchedules', { companyId: company.id, schedules: twice }),
    ).toMatchObject(refused(400, 'ERR_VALIDATION'))
    await admin.call('saveSetting', { settingKey: 'userRating', value: 'enabled' })
    const renamed = await operator.changed(company, { name: 'Outro nome' })
    expect(renamed).toMatchObject({ phone: '5511987654321', dueIn: 5, paymentMethod: 'boleto', schedules })
    expect(renamed.settings).toContainEqual({ key: 'userRating', value: 'enabled' })
    expect(await operator.changed(company, { phone: '', dueDate: null })).toMatchObject({
      phone: null,
      dueDate: null,
    })
  })

  test('advancing the due date adds one period, once for each date given', async () => {
    const dueDate = '2027-01-31'
    const company = await operator.newCompany({ dueDate, recurrence: 'BIMESTRAL' })
    const advance = (companyId: string, from?: string) =>
      operator.client.attempt('advanceDueDate', { companyId, dueDate: from })
    const advancedTo = (to: string) => ({ status: 200, body: { dueDate: to } })
    expect(await advance(company.id, dueDate)).toMatchObject(advancedTo('2027-03-31'))
    expect(await advance(company.id, dueDate)).toMatchObject(refused(409, 'ERR_DUE_DATE_CHANGED'))
    expect(await advance(company.id)).toMatchObject(advancedTo('2027-05-31'))
    await operator.changed(company, { recurrence: 'MENSAL' })
    for (const to of ['2027-06-30', '2027-07-31'])
      expect(await advance(company.id)).toMatchObject(advancedTo(to))
    await operator.changed(company, { dueDate: '2027-06-30' })
    expect(await advance(company.id)).toMatchObject(advancedTo('2027-07-30'))
    const none = await operator.newCompany({ recurrence: 'ANUAL' })
    expect(await advance(none.id)).toMatchObject(advancedTo(plusMonths(TODAY, 12)))
  })

  test('archiving a company switches it off until an operator switches it on', async () => {
    const company = await operator.newCompany()
    const admin = await operator.firstAdmin(company)
    expect(await operator.archive(company.id, true)).toMatchObject({ archived: true, status: false })
    expect((await admin.attempt('me')).status).toBe(401)
    expect(await operator.setStatus(company.id, true)).toMatchObject(refused(409, 'ERR_COMPANY_ARCHIVED'))
    const on = { companyId: company.id, name: company.name, email: company.email, status: true }
    expect(await operator.client.attempt('updateCompany', { ...on, planId: newId() })).toMatchObject(
      refused(404, 'ERR_NO_PLAN_FOUND'),
    )
    expect(await operator.archive(company.id, false)).toMatchObject({
      archived: false,
      archivedAt: null,
      status: false,
    })
    expect(await operator.setStatus(company.id, true)).toMatchObject({ status: 200, body: { status: true } })
  })
})
