import type { ShownUser } from '@recado/shared/users/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { mailsOf, mailTo, tokenIn } from '../support/mailbox.ts'
import { type Invited, People } from '../support/people.ts'
import { Principals } from '../support/principals.ts'

let system: RunningSystem
let principals: Principals
let people: People
let _operator: ApiClient

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
  people = new People(system, principals)
  _operator = await principals.signIn({ email: 'super@demo.test', password: 'recado-demo' })
})
afterAll(() => system.stop())

describe('an invitation', () => {
  const DISABLED = refused(403, 'ERR_USER_CREATION_DISABLED')

  test('lets somebody make an account of their own, once', async () => {
    const { admin, companyId } = await people.aCompanyWithAdmin()
    const invitation = await admin.send<Invited & { expiresAt: string }>('POST', '/users/invitations', {})
    expect(invitation.status).toBe(201)
    const { token, link, id, expiresAt } = invitation.body
    expect(invitation.body).toMatchObject({ email: null, profile: 'user' })
    const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000
    expect(Math.round(days * 100) / 100).toBe(7)
    expect(new URL(link)).toMatchObject({ origin: system.origin, pathname: '/signup' })
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({ companyId, token })
    const open = await admin.done<object[]>('GET', '/users/invitations')
    expect(open).toMatchObject([{ id, email: null, profile: 'user' }])
    expect(JSON.stringify([open, await principals.dump()])).not.toContain(token)

    const body = { ...people.someone(), companyId, token }
    const signedUp = await new ApiClient(system.origin).send('POST', '/auth/signup', body)
    expect(signedUp.status).toBe(201)
    expect(signedUp.body).toMatchObject({ name: 'Ana Souza', email: body.email, profile: 'user', companyId })
    expect(Object.keys(Object(signedUp.body)).sort()).toEqual(['companyId', 'email', 'id', 'name', 'profile'])
    expect((await principals.signIn(body)).token).toBeDefined()
    expect(await people.signUp({ companyId, token })).toMatchObject(DISABLED)
    expect(await admin.done('GET', '/users/invitations')).toEqual([])
  })

  test('of two who take it up at once lets in one', async () => {
    const { admin, companyId } = await people.aCompanyWithAdmin()
    for (let round = 0; round < 3; round++) {
      const { token } = await admin.done<Invited>('POST', '/users/invitations', {})
      const answers = await Promise.all([1, 2, 3].map(() => people.signUp({ companyId, token })))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
    }
    expect((await admin.done<{ users: ShownUser[]; count: number }>('GET', '/users')).count).toBe(4)
  })

  test('opens nothing when it was revoked, has expired, or is another company’s', async () => {
    const [one, other] = [await people.aCompanyWithAdmin(), await people.aCompanyWithAdmin()]
    const { companyId } = one
    const invite = () => one.admin.done<Invited>('POST', '/users/invitations', { profile: 'admin' })
    const revoked = await invite()
    expect(await other.admin.send('DELETE', `/users/invitations/${revoked.id}`)).toMatchObject(
      refused(404, 'ERR_NO_INVITATION_FOUND'),
    )
    await one.admin.done('DELETE', `/users/invitations/${revoked.id}`)
    expect(await people.signUp({ companyId, token: revoked.token })).toMatchObject(DISABLED)
    const expired = await invite()
    const key = { pk: 'INVITATIONS', sk: expired.id }
    await principals.tenant(companyId).update(key, { set: { until: new Date(Date.now() - 1).toISOString() } })
    expect(await people.signUp({ companyId, token: expired.token })).toMatchObject(DISABLED)
    expect(await one.admin.done('GET', '/users/invitations')).toEqual([])
    const good = await invite()
    const secretless = `${good.id}.`
    for (const wrong of [
      { companyId: other.companyId, token: good.token },
      { companyId, token: secretless },
      { companyId, token: `${good.token}x` },
      { companyId, token: good.id },
      { companyId, token: '' },
      { companyId: 'INDEX', token: good.token },
      { companyId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', token: good.token },
    ])
      expect(await people.signUp(wrong), JSON.stringify(wrong)).toMatchObject(DISABLED)
    expect((await people.signUp({ companyId, token: good.token })).status).toBe(201)
  })

  test('is needed: a sign-up without a token is refused', async () => {
    const { companyId } = await people.aCompanyWithAdmin()
    for (const none of [{}, { token: null }, { token: '' }])
      expect(await people.signUp({ companyId, ...none })).toMatchObject(DISABLED)
    expect((await people.signUp({ companyId, token: 7 })).status).toBe(400)
  })

  test('says alone what the account may do: nothing else is heard', async () => {
    const { admin, companyId } = await people.aCompanyWithAdmin()
    const { token } = await admin.done<Invited>('POST', '/users/invitations', {})
    for (const more of [
      { profile: 'admin' },
      { planId: 'ANY' },
      { plan: 'ANY' },
      { super: true },
      { queueIds: [] },
      { selectedCompanyId: companyId },
    ])
      expect(await people.signUp({ companyId, token, ...more })).toMatchObject(refused(400, 'ERR_VALIDATION'))
    expect(await people.signUp({ companyId, token, email: 'super@demo.test' })).toMatchObject(
      refused(409, 'ERR_DUPLICATED_EMAIL'),
    )
    expect((await people.signUp({ companyId, token })).status).toBe(201)
  })

  test('of a company that is switched off or archived opens nothing', async () => {
    for (const off of [{ status: false }, { archived: true }]) {
      const { admin, companyId } = await people.aCompanyWithAdmin()
      const { token } = await admin.done<Invited>('POST', '/users/invitations', {})
      await principals.changeCompany(companyId, off)
      expect(await people.signUp({ companyId, token })).toMatchObject(DISABLED)
    }
  })

  test('with an e-mail is mailed there, with a token of its own that opens the same', async () => {
    const { admin, companyId } = await people.aCompanyWithAdmin()
    const email = people.anEmail()
    const shown = await admin.done<Invited>('POST', '/users/invitations', { email, profile: 'admin' })
    const letter = await mailTo(system.origin, email)
    expect(letter).toMatchObject({ to: email, subject: `Recado: convite de Empresa ${companyId}` })
    const token = tokenIn(letter)
    expect(token).not.toBe(shown.token)
    expect((await people.signUp({ companyId, token, email })).status).toBe(201)
    expect(await people.signUp({ companyId, token: shown.token })).toMatchObject(DISABLED)
    expect(
      (await admin.done<{ users: ShownUser[]; count: number }>('GET', '/users?searchParam=ana')).users[0],
    ).toMatchObject({
      profile: 'admin',
    })
    expect((await mailsOf(system.origin)).filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('is guessed at fifty times from an address, and then no more', async () => {
    const { companyId } = await people.aCompanyWithAdmin()
    const from = { 'cloudfront-viewer-address': '198.51.100.77:99' }
    const guess = () =>
      new ApiClient(system.origin).send(
        'POST',
        '/auth/signup',
        { ...people.someone(), companyId, token: 'A.b' },
        from,
      )
    const answers = await Promise.all(Array.from({ length: 52 }, guess))
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(50)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})
