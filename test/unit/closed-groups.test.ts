import { rowOfGroup } from '@recado/fargate-session/groups/group-rows'
import type { GroupMetadata } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'

const ME = { number: '5511900000001', lid: '900' }
const ADMINS_WRITE = { announce: true }
const asMember = (of: Partial<GroupMetadata['participants'][number]>) => ({
  participants: [{ id: `${ME.lid}@lid`, admin: null, ...of }],
})

test.each<[string, Partial<GroupMetadata>, true | undefined]>([
  ['everybody may write', asMember({}), undefined],
  ['only admins may write', { ...ADMINS_WRITE, ...asMember({}) }, true],
  ['only admins may write, and it is one', { ...ADMINS_WRITE, ...asMember({ admin: 'admin' }) }, undefined],
  [
    'only admins may write, and it is the owner by its number',
    { ...ADMINS_WRITE, ...asMember({ id: `${ME.number}@s.whatsapp.net`, admin: 'superadmin' }) },
    undefined,
  ],
  ['only admins may write, and the members are hidden', { ...ADMINS_WRITE, participants: [] }, true],
])('a group’s row says whether the group is closed to the account: %s', (_, of, closed) => {
  const group = {
    id: '120363000000000001@g.us',
    subject: 'Clientes',
    owner: undefined,
    participants: [],
    ...of,
  }
  expect(rowOfGroup(group, 'LOJA', Date.parse('2026-11-21T12:00:00Z'), ME).onlyAdminsWrite).toBe(closed)
})
