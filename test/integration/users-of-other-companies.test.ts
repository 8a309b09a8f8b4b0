import { beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { mailsOf, mailTo, tokenIn } from '../support/mailbox.ts'
import { PASSWORD, People } from '../support/people.ts'
import type { Person } from '../support/principals.ts'
import { sharedSystem } from '../support/test-system.ts'

const { system, principals } = sharedSystem()
const people = new People(system, principals)
let operator: ApiClient

beforeAll(async () => {
  operator = await principals.operator()
})

/** A new user as an operator creates them in another company: a link to choose the password is mailed. */
const withoutPassword = () => ({ name: 'Ana Souza', email: people.anEmail() })

describe('what an operator does in a company that is not theirs', () => {
  const trailOf = async (admin: ApiClient) => (await admin.call('listAudit')).records
  const OPERATOR = { name: 'Operadora da Plataforma', support: true }
  const correct = (person: Person, change: Partial<RequestTo<'updateUser'>>) =>
    operator.attempt('updateUser', {
      userId: person.id,
      name: person.name,
      email: person.email,
      companyId: person.companyId,
      ...change,
    })

  test('an operator’s change of a user is in the company’s trail and mailed to its admins', async () => {
    const { companyId, admin, person: chief } = await people.aCompanyWithAdmin()
    const person = await principals.person(companyId, { profile: 'user' })
    const email = people.anEmail()
    const corrected = await correct(person, { name: 'Nome Certo', email })
    expect(corrected).toMatchObject({
      status: 200,
      body: { id: person.id, name: 'Nome Certo', email, companyId },
    })
    expect((await admin.call('getUser', { userId: person.id })).email).toBe(email)
    const [entry] = await trailOf(admin)
    expect(entry).toMatchObject({
      who: OPERATOR,
      action: 'users.updateUser',
      target: person.id,
      refused: null,
    })
    const letter = await mailTo(system.origin, chief.email)
    expect(letter.subject).toBe(`Recado: a plataforma alterou um usuário em Empresa ${companyId}`)
    expect(letter.text).toContain('Operadora da Plataforma, da plataforma, alterou os dados de um usuário')
    expect(letter.text).toContain(`${person.name} (${person.email})`)
  })

  test('an operator’s change of the only admin’s e-mail is mailed to the old one', async () => {
    const { person: chief } = await people.aCompanyWithAdmin()
    expect((await correct(chief, { email: people.anEmail() })).status).toBe(200)
    expect((await mailTo(system.origin, chief.email)).subject).toContain('alterou um usuário')
  })

  test('an operator cannot set a user’s password, and the trail shows the refusal', async () => {
    const { person: chief } = await people.aCompanyWithAdmin()
    expect(await correct(chief, { password: 'do operador' })).toMatchObject(
      refused(403, 'ERR_PASSWORD_BY_LINK'),
    )
    const again = await principals.signIn(chief)
    expect((await trailOf(again)).find(({ action }) => action === 'users.updateUser')).toMatchObject({
      who: OPERATOR,
      refused: 'ERR_PASSWORD_BY_LINK',
    })
  })

  test('an operator gives a new user no password, and the user gets a link by mail', async () => {
    const { companyId, admin } = await people.aCompanyWithAdmin()
    const input = { ...withoutPassword(), companyId }
    expect(await operator.attempt('createUser', { ...input, password: PASSWORD })).toMatchObject(
      refused(403, 'ERR_PASSWORD_BY_LINK'),
    )
    expect((await admin.call('listUsers')).count).toBe(1)
    await operator.call('createUser', input)
    const token = tokenIn(await mailTo(system.origin, input.email))
    await new ApiClient(system.origin).call('resetPassword', { token, password: PASSWORD })
    expect((await principals.signIn({ ...input, password: PASSWORD })).token).toBeDefined()
  })

  test('an operator’s new users, invitations and access links are in the company’s trail', async () => {
    const { companyId, admin, person: chief } = await people.aCompanyWithAdmin()
    const made = { ...withoutPassword(), companyId, profile: 'user' } as const
    await operator.call('createUser', made)
    await mailTo(system.origin, chief.email)
    const invited = people.anEmail()
    await operator.call('createInvitation', { companyId, email: invited })
    const letter = await mailTo(system.origin, chief.email, 2)
    expect(letter.text).toContain(
      `criou um convite para um novo usuário em Empresa ${companyId}: (${invited})`,
    )
    await operator.call('resetCompanyPassword', { companyId })
    await operator.call('setCompanyStatus', { companyId, status: true })
    const theirs = (await trailOf(admin)).filter(({ who }) => who.support)
    expect(theirs.map(({ action }) => action)).toEqual([
      'companies.activated',
      'companies.resetCompanyPassword',
      'users.createInvitation',
      'users.createUser',
    ])
    expect(theirs.every(({ who }) => who.name === OPERATOR.name)).toBe(true)
  })

  test('an operator finds a user only in the named company', async () => {
    const one = await people.aCompanyWithAdmin()
    const other = await people.aCompanyWithAdmin()
    expect(await correct({ ...one.person, companyId: other.companyId }, {})).toMatchObject(
      refused(404, 'ERR_NO_USER_FOUND'),
    )
    expect(await correct({ ...one.person, companyId: 'PLATFORM' }, {})).toMatchObject(
      refused(404, 'ERR_NO_COMPANY_FOUND'),
    )
  })

  test('changes by the company’s own admins are not mailed', async () => {
    const { companyId, admin, person: chief } = await people.aCompanyWithAdmin()
    await admin.call('createUser', { ...people.someone(), companyId, profile: 'user' })
    const other = await people.aCompanyWithAdmin()
    await operator.call('createUser', { ...withoutPassword(), companyId: other.companyId })
    await mailTo(system.origin, other.person.email)
    expect((await mailsOf(system.origin)).filter(({ to }) => to === chief.email)).toEqual([])
  })
})
