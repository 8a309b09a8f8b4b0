import { putCompany } from '@recado/shared/companies/store'
import { getUsage } from '@recado/shared/companies/usage'
import { newId } from '@recado/shared/ids'
import { emailIndex } from '@recado/shared/table/indexes'
import { MemoryTable } from '@recado/shared/table/memory'
import { deleteRow } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { openInvitations, putInvitation, takeUpInvitation } from '@recado/shared/users/invitation-store'
import {
  changeUser,
  deleteUser,
  getUser,
  putInvitedUser,
  putUser,
  type StoredUser,
} from '@recado/shared/users/store'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCompany } from '../support/builders.ts'

let shared: MemoryTable
let table: TenantTable
beforeEach(async () => {
  shared = new MemoryTable()
  table = new TenantTable(shared, 'A1')
  await putCompany(table, aCompany({ id: 'A1', planId: ONE_USER.id }))
})

const NOW = Date.parse('2026-11-22T12:00:00Z')

const aUser = (overrides: Partial<StoredUser> = {}): StoredUser => {
  const id = newId()
  return {
    id,
    companyId: 'A1',
    name: 'Ana',
    email: `${id.toLowerCase()}@exemplo.test`,
    profile: 'admin',
    super: false,
    createdAt: new Date(NOW).toISOString(),
    passwordHash: null,
    ...overrides,
  }
}
const ONE_USER = { id: 'small', users: 1, connections: 1, queues: 1 }

/** An existing user, as stored. */
async function stored(overrides: Partial<StoredUser> = {}): Promise<StoredUser> {
  const user = aUser(overrides)
  expect(await putUser(table, user)).toBe(true)
  return user
}

describe('users', () => {
  test('are counted when they are created and deleted, and never exceed the plan', async () => {
    await putUser(table, aUser(), ONE_USER)
    await expect(putUser(table, aUser(), ONE_USER)).rejects.toMatchObject({ code: 'ERR_PLAN_LIMIT' })
    const second = await stored({ profile: 'user' })
    expect((await getUsage(table)).users).toBe(2)
    expect(await deleteUser(table, second, [])).toBe('written')
    expect((await getUsage(table)).users).toBe(1)
  })

  test('keep at least one admin', async () => {
    const [first, second] = [await stored(), await stored()]
    expect(await changeUser(table, first, { profile: 'user' })).toBe('written')
    expect(await changeUser(table, second, { profile: 'user' })).toBe('last-admin')
    expect(await deleteUser(table, second, [])).toBe('last-admin')
    expect(await changeUser(table, { ...first, profile: 'user' }, { profile: 'admin' })).toBe('written')
    expect(await deleteUser(table, second, [])).toBe('written')
  })

  test('free their e-mail when it changes or when they are deleted, and not earlier', async () => {
    const [one, other] = [await stored({ email: 'a@x.test' }), await stored({ email: 'b@x.test' })]
    expect(await changeUser(table, one, { email: 'b@x.test' })).toBe('duplicated')
    expect(await changeUser(table, one, { email: 'c@x.test' })).toBe('written')
    expect(await shared.get(emailIndex.key('a@x.test'))).toBeUndefined()
    expect(await deleteUser(table, other, [])).toBe('written')
    expect(await changeUser(table, { ...one, email: 'c@x.test' }, { email: 'b@x.test' })).toBe('written')
  })

  test('are not changed by a caller with an old copy', async () => {
    const user = await stored({ email: 'a@x.test' })
    await stored()
    await changeUser(table, user, { email: 'b@x.test' })
    expect(await changeUser(table, user, { name: 'Velha' })).toBe('changed')
    expect(await deleteUser(table, user, [])).toBe('changed')
    expect(await getUser(table, user.id)).toMatchObject({ name: 'Ana', email: 'b@x.test' })
  })

  test('are found by their new name and e-mail', async () => {
    const user = await stored({ name: 'Ána', email: 'a@x.test' })
    await changeUser(table, user, { name: 'BIA' })
    expect(await getUser(table, user.id)).toMatchObject({ searchText: 'bia a@x.test' })
  })
})

describe('an e-mail', () => {
  test('of another company is neither taken over nor freed', async () => {
    const other = new TenantTable(shared, 'B1')
    const user = await stored({ email: 'a@x.test' })
    expect(await putUser(other, aUser({ companyId: 'B1', email: 'a@x.test' }))).toBe(false)
    const freed = deleteRow(emailIndex.key('a@x.test'), { companyId: 'A1', userId: user.id })
    await expect(other.transact([{ index: freed }])).rejects.toThrow('outside the company')
    await expect(other.transact([{ index: deleteRow(emailIndex.key('a@x.test')) }])).rejects.toThrow(
      'outside',
    )
    const ours = deleteRow(emailIndex.key('a@x.test'), { companyId: 'B1' })
    await expect(other.transact([{ index: ours }])).rejects.toThrow('condition')
    expect(await shared.get(emailIndex.key('a@x.test'))).toMatchObject({ userId: user.id })
  })
})

describe('an invitation', () => {
  const id = 'I1'
  const until = new Date(NOW + 1000).toISOString()
  const invitation = { id, email: null, profile: 'user' as const, digest: 'd', createdAt: '', until }

  test('is used up by its user’s first sign-in, with either of its tokens, and before its end', async () => {
    for (const [digest, now, outcome] of [
      ['wrong', NOW, 'not-invited'],
      ['d', NOW + 1001, 'not-invited'],
      ['d', NOW, 'written'],
      ['d', NOW, 'not-invited'],
    ] as const) {
      if (digest === 'wrong') await putInvitation(table, invitation)
      const made = await putInvitedUser(table, aUser(), undefined, [takeUpInvitation(id, digest, now)])
      expect(made).toBe(outcome)
    }
    await putInvitation(table, { ...invitation, mailedDigest: 'm' })
    expect(await putInvitedUser(table, aUser(), undefined, [takeUpInvitation(id, 'm', NOW)])).toBe('written')
    expect(await openInvitations(table, NOW)).toEqual([])
  })

  test('stays valid if the user could not be created', async () => {
    await putInvitation(table, invitation)
    await stored({ email: 'a@x.test' })
    const takeUp = [takeUpInvitation(id, 'd', NOW)]
    expect(await putInvitedUser(table, aUser({ email: 'a@x.test' }), undefined, takeUp)).toBe('duplicated')
    await expect(putInvitedUser(table, aUser(), ONE_USER, takeUp)).rejects.toMatchObject({
      code: 'ERR_PLAN_LIMIT',
    })
    expect(await openInvitations(table, NOW)).toHaveLength(1)
  })
})
