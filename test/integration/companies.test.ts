import type { CompanyDashboard, CompanyRecord } from '@recado/shared/companies/company-record'
import { plusDays, plusMonths } from '@recado/shared/companies/due-date'
import { newId } from '@recado/shared/ids'
import { localDate } from '@recado/shared/local-date'
import type { LoginAnswer } from '@recado/shared/sessions/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { mailsOf, mailTo, tokenIn } from '../support/mailbox.ts'
import { aName, anEmail, Operator } from '../support/operator.ts'
import { Principals } from '../support/principals.ts'
import { cookieOf } from '../support/sign-ins.ts'

const TODAY = localDate(Date.now(), 'America/Sao_Paulo')

let system: RunningSystem
let principals: Principals
let operator: Operator
let nobody: ApiClient

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
  operator = await Operator.signIn(system.origin)
  nobody = new ApiClient(system.origin)
})
afterAll(() => system.stop())

const login = (email: string, password: string) => nobody.send('POST', '/auth/login', { email, password })

describe('an operator', () => {
  test('makes a company whose first admin is invited, and who signs in', async () => {
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
    const me = await admin.done<{ companyId: string; profile: string; name: string }>('GET', '/auth/me')
    expect(me).toMatchObject({ companyId: company.id, profile: 'admin', name: company.name })
    expect(await admin.done('GET', `/companies/${company.id}`)).toMatchObject({
      id: company.id,
      whatsapps: [],
    })
  })

  test('cannot use an e-mail that somebody signs in with, nor a plan or an instance that is not there', async () => {
    const { email } = await operator.newCompany()
    const before = (await operator.planOf(operator.roomy.id))?.companies
    const company = { name: 'Outra', planId: operator.roomy.id }
    const create = (more: object) =>
      operator.client.send('POST', '/companies', { ...company, email: anEmail(), ...more })
    expect(await create({ email: email.toUpperCase() })).toMatchObject(refused(409, 'ERR_DUPLICATED_EMAIL'))
    expect(await create({ planId: newId() })).toMatchObject(refused(404, 'ERR_NO_PLAN_FOUND'))
    expect(await create({ instanceId: newId() })).toMatchObject(refused(404, 'ERR_NO_INSTANCE_FOUND'))
    expect(await create({ phone: '123' })).toMatchObject(refused(400, 'ERR_WAPP_INVALID_CONTACT'))
    expect(await create({ document: '111.111.111-11' })).toMatchObject(refused(400, 'ERR_VALIDATION'))
    expect((await operator.planOf(operator.roomy.id))?.companies).toBe(before)
  })

  test('sees what an admin does not', async () => {
    const admin = await operator.firstAdmin(await operator.newCompany())
    const other = await operator.newCompany()
    for (const path of [
      '/companies',
      '/companies/list',
      '/companyDashboard',
      '/plans/list',
      '/plans/all',
      '/instances',
    ])
      expect(await admin.send('GET', path), path).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    // Another company's is like one that nobody has.
    expect(await admin.send('GET', `/companies/${other.id}`)).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
    const schedules = { schedules: null }
    expect(await admin.send('PUT', `/companies/${other.id}/schedules`, schedules)).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
    expect(await operator.client.send('GET', '/companies/PLATFORM')).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
    expect(await operator.client.send('GET', '/companies/INDEX')).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
  })

  test('sends the access link again, to no other address than an admin’s', async () => {
    const company = await operator.newCompany()
    await mailTo(system.origin, company.email)
    await operator.change(company, { email: anEmail() })
    expect((await operator.patch(company.id, 'reset-password')).status).toBe(202)
    const token = tokenIn(await mailTo(system.origin, company.email, 2))
    expect(
      (await nobody.send('POST', '/auth/reset-password', { token, password: 'mais uma senha' })).status,
    ).toBe(204)
    expect((await login(company.email, 'mais uma senha')).status).toBe(200)
    expect(await operator.patch(newId(), 'reset-password')).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
    expect((await mailsOf(system.origin)).filter(({ to }) => to === company.email)).toHaveLength(2)
  })
})

describe('the list of companies', () => {
  test('is found in by name, e-mail and document, and by due dates of each company’s own calendar', async () => {
    const mark = newId().toLowerCase()
    const due = async (days: number | null, more: object = {}) =>
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
    const ids = async (filter: string) => (await operator.found(`searchParam=${mark}&${filter}`)).sort()
    const of = (...some: string[]) => some.sort()
    expect(await ids('')).toEqual(of(in7, in3, today, by1, by4, by8, by16, never, archived))
    expect(await ids('archived=false')).toEqual(of(in7, in3, today, by1, by4, by8, by16, never))
    expect(await ids('archived=true')).toEqual([archived])
    expect(await ids('archived=false&dueFilter=in7')).toEqual(of(in7, in3, today))
    expect(await ids('archived=false&dueFilter=in3')).toEqual(of(in3, today))
    expect(await ids('dueFilter=overdue')).toEqual(of(by1, by4, by8, by16))
    expect(await ids('dueFilter=overdue3')).toEqual(of(by4, by8, by16))
    expect(await ids('dueFilter=overdue7')).toEqual(of(by8, by16))
    expect(await ids('dueFilter=overdue15')).toEqual([by16])
    expect(await operator.client.send('GET', '/companies?dueFilter=soon')).toMatchObject(
      refused(400, 'ERR_VALIDATION'),
    )
    const known = await operator.newCompany({ document: '11.222.333/0001-81' })
    expect(await operator.found('searchParam=11.222.333/0001')).toContain(known.id)
    expect(await operator.found(`searchParam=CAFE ${mark}`)).toContain(in7)
    expect(await operator.found(`searchParam=${known.email.slice(0, 20).toUpperCase()}`)).toEqual([known.id])
  })

  test('comes 20 at a time, by name, and counts clients, trials and those overdue', async () => {
    const before = await operator.client.done<CompanyDashboard>('GET', '/companyDashboard')
    const mark = newId().toLowerCase()
    const made: CompanyRecord[] = []
    for (let at = 0; at < 22; at++)
      made.push(await operator.newCompany({ name: `${mark} ${String(at).padStart(2, '0')}` }))
    const page = (number: number) => operator.found(`searchParam=${mark}&pageNumber=${number}`)
    expect(await page(1)).toEqual(made.slice(0, 20).map(({ id }) => id))
    expect(await page(2)).toEqual(made.slice(20).map(({ id }) => id))
    expect(await page(3)).toEqual([])
    await operator.newCompany({ useType: 'TESTE', dueDate: plusDays(TODAY, -9) })
    await operator.newCompany({ useType: 'INTERNO', dueDate: plusDays(TODAY, -9) })
    await operator.newCompany({ dueDate: plusDays(TODAY, -1) })
    const gone = await operator.newCompany({ dueDate: plusDays(TODAY, -1) })
    await operator.archive(gone.id, true)
    expect(await operator.client.done('GET', '/companyDashboard')).toEqual({
      clientCount: before.clientCount + 23,
      testClientCount: before.testClientCount + 1,
      overdueClientCount: before.overdueClientCount + 1,
    })
    const names = async (query: string) =>
      (await operator.client.done<{ id: string; name: string }[]>('GET', `/companies/list${query}`)).map(
        ({ id }) => id,
      )
    await operator.patch(made[0]?.id ?? '', 'status', { status: false })
    expect(await names('')).toEqual(expect.arrayContaining(made.map(({ id }) => id)))
    expect(await names('?status=true')).not.toContain(made[0]?.id)
    expect(await names('?status=false')).toContain(made[0]?.id)
    expect(await names('')).not.toContain(gone.id)
  })
})

describe('a change of a company', () => {
  const PASSWORD = 'uma senha nova'

  /** A browser of the company: its session, its refresh cookie and its live socket. */
  async function aBrowser(email: string) {
    const answer = await nobody.send<LoginAnswer>('POST', '/auth/login', { email, password: PASSWORD })
    const client = new ApiClient(system.origin, answer.body.token)
    return { client, cookie: cookieOf(answer), ears: await LiveSocket.open(client) }
  }

  test('of its due date, plan, status or instance ends its sessions on the server', async () => {
    const company = await operator.newCompany({ dueDate: plusDays(TODAY, 30) })
    const { email } = company
    await operator.firstAdmin(company, PASSWORD)
    const moved = await operator.newPlan({ users: 50, connections: 50, queues: 50 })
    const { id: instanceId } = await operator.newInstance()
    const change = async (more: object) => operator.change(await operator.companyOf(company.id), more)
    const changes = [
      () => change({ dueDate: plusDays(TODAY, 31) }),
      () => change({ planId: moved.id }),
      () => change({ instanceId }),
      () => operator.patch(company.id, 'due-date'),
      () => operator.patch(company.id, 'status', { status: false }),
    ]
    for (const make of changes) {
      const { client, cookie, ears } = await aBrowser(email)
      expect((await client.send('GET', '/auth/me')).status).toBe(200)
      expect((await make()).status).toBe(200)
      const UPDATED = refused(401, 'ERR_COMPANY_UPDATED')
      expect(await client.send('GET', '/auth/me')).toMatchObject(UPDATED)
      expect(await client.send('POST', '/contact-lists', { name: 'Depois' })).toMatchObject(UPDATED)
      expect(await nobody.send('POST', '/auth/refresh_token', undefined, { cookie })).toMatchObject(UPDATED)
      // The refused refresh has ended the session for good.
      expect((await nobody.send('POST', '/auth/refresh_token', undefined, { cookie })).status).toBe(401)
      await ears.frame(
        'why the session is over',
        ({ channel, action }) => channel === `company-${company.id}-company` && action === 'update',
      )
      await eventually('the socket is cut off', async () => ears.isClosed)
    }
    expect(await login(email, PASSWORD)).toMatchObject(refused(401, 'ERR_INVALID_CREDENTIALS'))
    await operator.patch(company.id, 'status', { status: true })
    expect((await login(email, PASSWORD)).status).toBe(200)
  })

  test('of anything else ends no session, and a plan’s limits do not either', async () => {
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
    await operator.client.done('PUT', `/plans/${operator.roomy.id}`, {
      name: aName('Plano'),
      users: plan.users,
      connections: plan.connections,
      queues: plan.queues,
    })
    const periods = [{ weekday: 1, from: '08:00', to: '18:00' }]
    await admin.done('PUT', `/companies/${company.id}/schedules`, { schedules: { periods, holidays: [] } })
    await admin.done('PUT', '/settings/userRating', { value: 'enabled' })
    await admin.settings({ messageInterval: '20' })
    await admin.newList('Depois')
    await ears.frame('of the list', ({ channel }) => channel.endsWith('-contact-list'))
    expect(ears.frames.filter(({ channel }) => channel.endsWith('-company'))).toEqual([])
    expect(ears.isClosed).toBe(false)
  })

  test('that switches it off clears its sessions away', async () => {
    const company = await operator.newCompany()
    await operator.firstAdmin(company)
    expect((await operator.patch(company.id, 'status', { status: false })).status).toBe(200)
    const sessions = () => principals.tenant(company.id).query({ pk: 'SESSIONS' })
    await eventually('the sessions are over', async () => (await sessions()).rows.length === 0)
  })

  test('leaves what was left out as it is, and what its own people decided', async () => {
    const company = await operator.newCompany({
      phone: '11987654321',
      dueDate: plusDays(TODAY, 5),
      paymentMethod: 'boleto',
    })
    const admin = await operator.firstAdmin(company)
    const schedules = { periods: [{ weekday: 1, from: '08:00', to: '12:00' }], holidays: ['2026-12-25'] }
    await admin.done('PUT', `/companies/${company.id}/schedules`, { schedules })
    await admin.done('PUT', '/settings/userRating', { value: 'enabled' })
    const { body } = await operator.change(company, { name: 'Outro nome' })
    expect(body).toMatchObject({ phone: '5511987654321', dueIn: 5, paymentMethod: 'boleto', schedules })
    expect(body.settings).toContainEqual({ key: 'userRating', value: 'enabled' })
    expect((await operator.change(company, { phone: '', dueDate: null })).body).toMatchObject({
      phone: null,
      dueDate: null,
    })
  })

  test('advances the due date by what the company pays for, once for each time it is said', async () => {
    const dueDate = '2027-01-31'
    const company = await operator.newCompany({ dueDate, recurrence: 'BIMESTRAL' })
    expect((await operator.patch(company.id, 'due-date', { dueDate })).body.dueDate).toBe('2027-03-31')
    expect(await operator.patch(company.id, 'due-date', { dueDate })).toMatchObject(
      refused(409, 'ERR_DUE_DATE_CHANGED'),
    )
    expect((await operator.patch(company.id, 'due-date')).body.dueDate).toBe('2027-05-31')
    const none = await operator.newCompany({ recurrence: 'ANUAL' })
    expect((await operator.patch(none.id, 'due-date', {})).body.dueDate).toBe(plusMonths(TODAY, 12))
  })

  test('archives it, which switches it off, until somebody switches it on again', async () => {
    const company = await operator.newCompany()
    const admin = await operator.firstAdmin(company)
    expect((await operator.archive(company.id, true)).body).toMatchObject({ archived: true, status: false })
    expect((await admin.send('GET', '/auth/me')).status).toBe(401)
    expect(await operator.patch(company.id, 'status', { status: true })).toMatchObject(
      refused(409, 'ERR_COMPANY_ARCHIVED'),
    )
    expect((await operator.archive(company.id, false)).body).toMatchObject({
      archived: false,
      archivedAt: null,
      status: false,
    })
    expect((await operator.patch(company.id, 'status', { status: true })).body.status).toBe(true)
  })
})
