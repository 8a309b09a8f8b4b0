import {
  countUnread,
  forgetNoticesOf,
  pageOfNotices,
  putNotice,
  readNotices,
} from '@recado/shared/notices/store'
import {
  forgetQuickRepliesOf,
  getQuickReply,
  mayUse,
  pageOfQuickReplies,
  putQuickReply,
  replaceQuickReply,
} from '@recado/shared/quick-replies/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aQuickReply } from '../support/builders.ts'

const AT = '2026-11-23T12:00:00.000Z'
let table: TenantTable
beforeEach(() => {
  table = new TenantTable(new MemoryTable(), 'A')
})

describe('quick replies', () => {
  const ana = { userId: 'ana', seesAll: false, queueIds: ['Q1'] }
  const own = (ownerId: string, more: object = {}) => aQuickReply({ scope: 'user', ownerId, ...more })

  test.each([
    [{ scope: 'company' as const }, true],
    [{ scope: 'queue' as const, queueIds: ['Q2', 'Q1'] }, true],
    [{ scope: 'queue' as const, queueIds: ['Q2'] }, false],
    [{ scope: 'user' as const, ownerId: 'ana' }, true],
    [{ scope: 'user' as const, ownerId: 'carla' }, false],
  ])('of %j: a user of one queue may use them: %j', (reply, may) => {
    expect(mayUse(ana, aQuickReply(reply))).toBe(may)
  })

  test('of another user’s own are not even an admin’s', () => {
    expect(mayUse({ ...ana, seesAll: true }, own('carla'))).toBe(false)
    expect(mayUse({ ...ana, seesAll: true }, aQuickReply({ scope: 'queue', queueIds: ['Q2'] }))).toBe(true)
  })

  test('of a deleted user go, with their shortcodes and files, and all others stay', async () => {
    const forgotten: string[] = []
    const media = { type: 'image' as const, mediaId: 'F1', mimetype: 'image/png', bytes: 70 }
    const replies = [
      own('ana', { shortcode: 'a', media }),
      own('ana', { shortcode: 'b' }),
      own('carla'),
      aQuickReply(),
    ]
    for (const reply of replies) await putQuickReply(table, reply)
    await forgetQuickRepliesOf(table, 'ana', async (mediaId) => void forgotten.push(mediaId))
    expect(forgotten).toEqual(['F1'])
    expect((await pageOfQuickReplies(table, ana, { search: '', limit: 20 })).rows).toMatchObject([
      { scope: 'company' },
    ])
    expect(await getQuickReply(table, 'carla', replies[2]?.id ?? '')).toBeDefined()
    // The shortcode is free again.
    expect(await putQuickReply(table, own('ana', { shortcode: 'a' }))).toBe('written')
  })

  test('changed since they were read are not replaced', async () => {
    const reply = aQuickReply()
    await putQuickReply(table, reply)
    expect(await replaceQuickReply(table, reply, { ...reply, message: 'Um' })).toBe('written')
    expect(await replaceQuickReply(table, reply, { ...reply, message: 'Dois' })).toBe('changed')
    expect(await getQuickReply(table, 'ana', reply.id)).toMatchObject({ message: 'Um', revision: 2 })
  })
})

describe('notices', () => {
  const put = (id: string, userId = 'ana') =>
    putNotice(table, { id, userId, kind: 'mention', ticketId: 'T1', userName: 'Carla', at: AT })

  test('are written once for each cause, and expire after 90 days', async () => {
    expect(await put('N1')).toBe(true)
    await readNotices(table, 'ana', undefined, AT)
    expect(await put('N1')).toBe(false)
    const { rows } = await pageOfNotices(table, 'ana', { limit: 20 })
    expect(rows).toMatchObject([{ id: 'N1', readAt: AT, expiresAt: Date.parse(AT) / 1000 + 90 * 24 * 3600 }])
  })

  test('are read one by one or all at once, of one user only', async () => {
    for (let count = 100; count < 160; count++) await put(`N${count}`)
    await put('N1', 'carla')
    await readNotices(table, 'ana', ['N100', 'N1', 'N999'], AT)
    expect(await countUnread(table, 'ana')).toBe(59)
    await readNotices(table, 'ana', undefined, AT)
    expect(await countUnread(table, 'ana')).toBe(0)
    expect(await countUnread(table, 'carla')).toBe(1)
    // Unknown ids make no rows.
    expect((await pageOfNotices(table, 'ana', { limit: 100 })).rows).toHaveLength(60)
  })

  test('are counted up to 99', async () => {
    for (let count = 1000; count < 1120; count++) await put(`N${count}`)
    expect(await countUnread(table, 'ana')).toBe(99)
  })

  test('of a deleted user are deleted, and other users’ stay', async () => {
    await put('N1')
    await put('N2', 'anabela')
    await forgetNoticesOf(table, 'ana')
    expect((await pageOfNotices(table, 'ana', { limit: 20 })).rows).toEqual([])
    expect((await pageOfNotices(table, 'anabela', { limit: 20 })).rows).toHaveLength(1)
  })
})
