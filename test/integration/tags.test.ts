import { newId } from '@recado/shared/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { refused } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { isAbout, LiveSocket } from '../support/live-socket.ts'
import type { Cast } from '../support/principals.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()
let { company, admin, user, other } = {} as Cast

beforeEach(async () => {
  ;({ company, admin, user, other } = await principals.cast())
})

const tags = (query: RequestTo<'listTags'> = {}, client = user) => client.call('listTags', query)
const create = (name: string, client = user) => client.attempt('createTag', { name, color: '#336699' })
const created = (name: string) => user.call('createTag', { name, color: '#336699' })

const NO_TAG = { status: 404, body: { error: 'ERR_NO_TAG_FOUND' } }
const SAME_NAME = { status: 409, body: { error: 'ERR_DUPLICATED_NAME' } }

describe('a tag', () => {
  test('a tag is created, read and changed by any user, and deleted by an admin', async () => {
    const tag = await user.call('createTag', { name: ' VIP ', color: '#ABCDEF' })
    expect(tag).toMatchObject({ name: 'VIP', color: '#abcdef' })
    expect(await user.call('getTag', { tagId: tag.id })).toEqual(tag)
    const changed = await user.call('updateTag', { tagId: tag.id, name: 'Fiel', color: '#123456' })
    expect(changed).toMatchObject({ id: tag.id, name: 'Fiel', color: '#123456', createdAt: tag.createdAt })
    expect(await user.attempt('deleteTag', { tagId: tag.id })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    expect((await tags()).records).toEqual([changed])
    expect((await admin.attempt('deleteTag', { tagId: tag.id })).status).toBe(204)
    expect(await user.attempt('getTag', { tagId: tag.id })).toMatchObject(NO_TAG)
    expect(await tags()).toEqual({ records: [], count: 0, hasMore: false, nextCursor: null })
  })

  test.each([
    ['a short name', { name: 'a', color: '#123456' }],
    ['a long name', { name: 'a'.repeat(51), color: '#123456' }],
    ['no colour', { name: 'VIP' }],
    ['a colour that is none', { name: 'VIP', color: '#12345g' }],
    ['a field nobody knows', { name: 'VIP', color: '#123456', id: 'x' }],
  ])('a tag with %s is refused', async (_, input) => {
    expect(await user.send('POST', '/tags', input)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
    expect((await tags()).count).toBe(0)
  })

  test('a tag is created once under one idempotency key', async () => {
    const input = { name: 'VIP', color: '#336699' }
    const key = { 'idempotency-key': newId() }
    const first = await user.attempt('createTag', input, key)
    const again = await user.attempt('createTag', input, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await tags()).count).toBe(1)
  })
})

describe('the list of tags', () => {
  test('tags come newest first in pages, by cursor and by number', async () => {
    for (let at = 1; at <= 45; at++) await created(`Tag ${String(at).padStart(2, '0')}`)
    const byNumber = [await tags(), await tags({ pageNumber: 2 }), await tags({ pageNumber: 3 })]
    expect(byNumber.map(({ records, count, hasMore }) => [records.length, count, hasMore])).toEqual([
      [20, 45, true],
      [20, 45, true],
      [5, 45, false],
    ])
    const names = byNumber.flatMap(({ records }) => records.map(({ name }) => name))
    expect(names).toEqual([...names].sort().reverse())
    expect(new Set(names).size).toBe(45)
    const byCursor = [await tags()]
    for (let last = byCursor[0]; last?.nextCursor; last = byCursor.at(-1))
      byCursor.push(await tags({ cursor: last.nextCursor }))
    expect(byCursor.flatMap(({ records }) => records.map(({ name }) => name))).toEqual(names)
  })

  test('a search of tags ignores case and counts its results', async () => {
    for (const name of ['Cliente VIP', 'vip antigo', 'Outro']) await created(name)
    const found = await tags({ searchParam: ' ViP ' })
    expect(found.records.map(({ name }) => name)).toEqual(['vip antigo', 'Cliente VIP'])
    expect(found.count).toBe(2)
  })

  test('a cursor of tags is refused for another company or search', async () => {
    for (let at = 0; at < 21; at++) await created(`Tag ${at}`)
    const cursor = (await tags()).nextCursor ?? ''
    const invalid = refused(400, 'ERR_VALIDATION')
    expect(await other.attempt('listTags', { cursor })).toMatchObject(invalid)
    expect(await user.attempt('listTags', { cursor, searchParam: 'tag' })).toMatchObject(invalid)
  })
})

describe('the name of a tag', () => {
  test('a tag’s name is unique in its company in any case, and free after a rename', async () => {
    const { id } = await created('Ação')
    for (const name of ['AÇÃO', 'ação', 'Ac\u0327a\u0303o'])
      expect(await create(name), name).toMatchObject(SAME_NAME)
    const second = await created('Outra')
    const change = (name: string) => user.attempt('updateTag', { tagId: second.id, name, color: '#336699' })
    expect(await change('AÇÃO')).toMatchObject(SAME_NAME)
    await user.call('updateTag', { tagId: id, name: 'Promoção', color: '#336699' })
    expect((await change('Ação')).status).toBe(200)
    expect((await create('Ação', other)).status).toBe(201)
  })

  test('of ten tags with one name created at once one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('VIP')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect((await tags()).count).toBe(1)
  })

  test('a tag deleted ten times at once frees its name', async () => {
    const { id } = await created('VIP')
    const gone = await Promise.all(
      Array.from({ length: 10 }, () => admin.attempt('deleteTag', { tagId: id })),
    )
    for (const { status } of gone) expect([204, 404]).toContain(status)
    expect(gone.filter(({ status }) => status === 204)).toHaveLength(1)
    expect((await create('VIP')).status).toBe(201)
  })
})

describe('tags and people', () => {
  test('another company cannot see, change or delete a tag', async () => {
    const tag = await created('VIP')
    expect((await tags({}, other)).records).toEqual([])
    const tagId = tag.id
    for (const answer of [
      await other.attempt('getTag', { tagId }),
      await other.attempt('updateTag', { tagId, name: 'Deles', color: '#336699' }),
      await other.attempt('deleteTag', { tagId }),
    ])
      expect(answer).toMatchObject(NO_TAG)
    expect((await tags()).records).toEqual([tag])
  })

  test('each change of a tag is told to its company only', async () => {
    const [ours, theirs] = [await LiveSocket.open(user), await LiveSocket.open(other)]
    const tag = await created('VIP')
    const channel = `company-${company}-tag`
    expect(await ours.frame('created', isAbout(tag.id, 'create'))).toEqual({
      channel,
      action: 'create',
      record: tag,
    })
    const changed = await user.call('updateTag', { tagId: tag.id, name: 'Fiel', color: '#336699' })
    expect(await ours.frame('changed', isAbout(tag.id, 'update'))).toMatchObject({
      channel,
      record: changed,
    })
    await admin.call('deleteTag', { tagId: tag.id })
    expect(await ours.frame('deleted', isAbout(tag.id, 'delete'))).toEqual({
      channel,
      action: 'delete',
      id: tag.id,
    })
    await create('Deles', other)
    await theirs.frame('their own', ({ action }) => action === 'create')
    expect(theirs.frames).toHaveLength(1)
    ours.close()
    theirs.close()
  })
})
