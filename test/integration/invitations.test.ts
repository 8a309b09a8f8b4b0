import { keyIn } from '@recado/shared/table/table'
import { describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import { mailsOf, mailTo, tokenIn } from '../support/mailbox.ts'
import { People } from '../support/people.ts'
import { anAddress, fromAddress } from '../support/sign-ins.ts'
import { sharedSystem } from '../support/test-system.ts'

const { system, principals } = sharedSystem()
const people = new People(system, principals)

describe('an invitation', () => {
  const DISABLED = refused(403, 'ERR_USER_CREATION_DISABLED')

  test('an invitation creates one account', async () => {
    const { admin, companyId } = await people.aCompanyWithAdmin()
    const invitation = await admin.call('createInvitation')
    const { token, link, id, expiresAt } = invitation
    expect(invitation).toMatchObject({ email: null, profile: 'user' })
    const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000
    expect(Math.round(days * 100) / 100).toBe(7)
    expect(new URL(link)).toMatchObject({ origin: system.origin, pathname: '/signup' })
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({ companyId, token })
    const open = await admin.call('listInvitations')
    expect(open).toMatchObject([{ id, email: null, profile: 'user' }])
    expect(JSON.stringify([open, await principals.dump()])).not.toContain(token)

    const body = { ...people.someone(), companyId, token }
    const signedUp = await new ApiClient(system.origin).attempt('signUp', body)
    expect(signedUp.status).toBe(201)
    expect(signedUp.body).toMatchObject({ name: 'Ana Souza', email: body.email, profile: 'user', companyId })
    expect(Object.keys(Object(signedUp.body)).sort()).toEqual(['companyId', 'email', 'id', 'name', 'profile'])
    expect((await principals.signIn(body)).token).toBeDefined()
    expect(await people.signUp({ companyId, token })).toMatchObject(DISABLED)
    expect(await admin.call('listInvitations')).toEqual([])
    const { records } = await admin.call('listAudit', { domain: 'sessions' })
    expect(records).toContainEqual(expect.objectContaining({ action: 'sessions.signUp', target: id }))
  })

  test('an invitation used three times at once creates one account', async () => {
    const { admin, companyId } = await people.aCompanyWithAdmin()
    for (let round = 0; round < 3; round++) {
      const { token } = await admin.call('createInvitation')
      const answers = await Promise.all([1, 2, 3].map(() => people.signUp({ companyId, token })))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
    }
    expect((await admin.call('listUsers')).count).toBe(4)
  })

  test('a revoked, expired or foreign invitation is refused', async () => {
    const [one, other] = [await people.aCompanyWithAdmin(), await people.aCompanyWithAdmin()]
    const { companyId } = one
    const invite = () => one.admin.call('createInvitation', { profile: 'admin' })
    const revoked = await invite()
    expect(await other.admin.attempt('deleteInvitation', { invitationId: revoked.id })).toMatchObject(
      refused(404, 'ERR_NO_INVITATION_FOUND'),
    )
    await one.admin.call('deleteInvitation', { invitationId: revoked.id })
    expect(await people.signUp({ companyId, token: revoked.token })).toMatchObject(DISABLED)
    const expired = await invite()
    const key = keyIn<{ until: string }>('INVITATIONS', expired.id)
    await principals.tenant(companyId).update(key, { set: { until: new Date(Date.now() - 1).toISOString() } })
    expect(await people.signUp({ companyId, token: expired.token })).toMatchObject(DISABLED)
    expect(await one.admin.call('listInvitations')).toEqual([])
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

  test('a sign-up without an invitation is refused', async () => {
    const { companyId } = await people.aCompanyWithAdmin()
    for (const none of [{}, { token: null }, { token: '' }])
      expect(await people.signUp({ companyId, ...none })).toMatchObject(DISABLED)
    const nobody = new ApiClient(system.origin)
    const withNumber = { ...people.someone(), companyId, token: 7 }
    expect((await nobody.send('POST', '/auth/signup', withNumber, anAddress())).status).toBe(400)
  })

  test('a sign-up cannot choose profile, plan or queues', async () => {
    const { admin, companyId } = await people.aCompanyWithAdmin()
    const { token } = await admin.call('createInvitation')
    const nobody = new ApiClient(system.origin)
    for (const more of [
      { profile: 'admin' },
      { planId: 'ANY' },
      { plan: 'ANY' },
      { super: true },
      { queueIds: [] },
      { selectedCompanyId: companyId },
    ])
      expect(
        await nobody.send(
          'POST',
          '/auth/signup',
          { ...people.someone(), companyId, token, ...more },
          anAddress(),
        ),
      ).toMatchObject(refused(400, 'ERR_VALIDATION'))
    expect(await people.signUp({ companyId, token, email: 'super@demo.test' })).toMatchObject(
      refused(409, 'ERR_DUPLICATED_EMAIL'),
    )
    expect((await people.signUp({ companyId, token })).status).toBe(201)
  })

  test('an invitation of a company that is off or archived is refused', async () => {
    for (const off of [{ status: false }, { archived: true }]) {
      const { admin, companyId } = await people.aCompanyWithAdmin()
      const { token } = await admin.call('createInvitation')
      await principals.changeCompany(companyId, off)
      expect(await people.signUp({ companyId, token })).toMatchObject(DISABLED)
    }
  })

  test('an invitation with an e-mail is mailed with its own token', async () => {
    const { admin, companyId } = await people.aCompanyWithAdmin()
    const email = people.anEmail()
    const shown = await admin.call('createInvitation', { email, profile: 'admin' })
    const letter = await mailTo(system.origin, email)
    expect(letter).toMatchObject({ to: email, subject: `Recado: convite de Empresa ${companyId}` })
    const token = tokenIn(letter)
    expect(token).not.toBe(shown.token)
    expect((await people.signUp({ companyId, token, email })).status).toBe(201)
    expect(await people.signUp({ companyId, token: shown.token })).toMatchObject(DISABLED)
    expect((await admin.call('listUsers', { searchParam: 'ana' })).users[0]).toMatchObject({
      profile: 'admin',
    })
    expect((await mailsOf(system.origin)).filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('fifty wrong invitations block an address', async () => {
    const { companyId } = await people.aCompanyWithAdmin()
    const from = fromAddress('198.51.100.77')
    const guess = () =>
      new ApiClient(system.origin).attempt('signUp', { ...people.someone(), companyId, token: 'A.b' }, from)
    const answers = await Promise.all(Array.from({ length: 52 }, guess))
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(50)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})
