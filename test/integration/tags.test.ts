import { newId } from '@recado/shared/ids'
import type { Tag } from '@recado/shared/tags/tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LiveSocket } from '../support/live-socket.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { type Cast, Principals } from '../support/principals.ts'

interface TagPage {
  records: Tag[]
  count: number
  hasMore: boolean
  nextCursor: string | null
}

let system: RunningSystem
let principals: Principals
let { company, admin, user, other } = {} as Cast

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
})
afterAll(() => system.stop())
beforeEach(async () => {
  ;({ company, admin, user, other } = await principals.cast())
})

const tags = (query = '', client = user) => client.done<TagPage>('GET', `/tags${query}`)
const create = (name: string, client = user) => client.send<Tag>('POST', '/tags', { name, color: '#336699' })
const created = async (name: string) => (await create(name)).body

const NO_TAG = { status: 404, body: { error: 'ERR_NO_TAG_FOUND' } }
const SAME_NAME = { status: 409, body: { error: 'ERR_DUPLICATED_NAME' } }

describe('a tag', () => {
  test('is created, read and changed by any user, and deleted by an admin', async () => {
    const { status, body: tag } = await user.send<Tag>('POST', '/tags', { name: ' VIP ', color: '#ABCDEF' })
    expect(status).toBe(201)
    expect(tag).toMatchObject({ name: 'VIP', color: '#abcdef' })
    expect(await user.done('GET', `/tags/${tag.id}`)).toEqual(tag)
    const changed = await user.done<Tag>('PUT', `/tags/${tag.id}`, { name: 'Fiel', color: '#123456' })
    expect(changed).toMatchObject({ id: tag.id, name: 'Fiel', color: '#123456', createdAt: tag.createdAt })
    expect(await user.send('DELETE', `/tags/${tag.id}`)).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    expect((await tags()).records).toEqual([changed])
    expect((await admin.send('DELETE', `/tags/${tag.id}`)).status).toBe(204)
    expect(await user.send('GET', `/tags/${tag.id}`)).toMatchObject(NO_TAG)
    expect(await tags()).toEqual({ records: [], count: 0, hasMore: false, nextCursor: null })
  })

  test.each([
    ['a short name', { name: 'a', color: '#123456' }],
    ['a long name', { name: 'a'.repeat(51), color: '#123456' }],
    ['no colour', { name: 'VIP' }],
    ['a colour that is none', { name: 'VIP', color: '#12345g' }],
    ['a field nobody knows', { name: 'VIP', color: '#123456', id: 'x' }],
  ])('with %s is refused', async (_, input) => {
    expect(await user.send('POST', '/tags', input)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
    expect((await tags()).count).toBe(0)
  })

  test('is created once under one idempotency key', async () => {
    const input = { name: 'VIP', color: '#336699' }
    const key = { 'idempotency-key': newId() }
    const first = await user.send('POST', '/tags', input, key)
    const again = await user.send('POST', '/tags', input, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await tags()).count).toBe(1)
  })
})

describe('the list of tags', () => {
  test('goes page by page, newest first, by cursor and by number alike', async () => {
    for (let at = 1; at <= 45; at++) await created(`Tag ${String(at).padStart(2, '0')}`)
    const byNumber = [await tags(), await tags('?pageNumber=2'), await tags('?pageNumber=3')]
    expect(byNumber.map(({ records, count, hasMore }) => [records.length, count, hasMore])).toEqual([
      [20, 45, true],
      [20, 45, true],
      [5, 45, false],
    ])
    const names = byNumber.flatMap(({ records }) => records.map(({ name }) => name))
    expect(names).toEqual([...names].sort().reverse())
    expect(new Set(names).size).toBe(45)
    const byCursor: TagPage[] = [await tags()]
    for (let last = byCursor[0]; last?.nextCursor; last = byCursor.at(-1))
      byCursor.push(await tags(`?cursor=${encodeURIComponent(last.nextCursor)}`))
    expect(byCursor.flatMap(({ records }) => records.map(({ name }) => name))).toEqual(names)
  })

  test('is searched in small and capital letters, and counts what it finds', async () => {
    for (const name of ['Cliente VIP', 'vip antigo', 'Outro']) await created(name)
    const found = await tags('?searchParam=%20ViP%20')
    expect(found.records.map(({ name }) => name)).toEqual(['vip antigo', 'Cliente VIP'])
    expect(found.count).toBe(2)
  })

  test('opens no cursor of another company or another search', async () => {
    for (let at = 0; at < 21; at++) await created(`Tag ${at}`)
    const { nextCursor } = await tags()
    const path = `/tags?cursor=${encodeURIComponent(nextCursor ?? '')}`
    for (const [client, query] of [
      [other, path],
      [user, `${path}&searchParam=tag`],
    ] as const)
      expect(await client.send('GET', query)).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION' },
      })
  })
})

describe('the name of a tag', () => {
  test('is its own in the company, in whatever letters, and free once it is called otherwise', async () => {
    const { id } = await created('Ação')
    for (const name of ['AÇÃO', 'ação', 'Ac\u0327a\u0303o'])
      expect(await create(name), name).toMatchObject(SAME_NAME)
    const second = await created('Outra')
    const change = (name: string) => user.send('PUT', `/tags/${second.id}`, { name, color: '#336699' })
    expect(await change('AÇÃO')).toMatchObject(SAME_NAME)
    await user.done('PUT', `/tags/${id}`, { name: 'Promoção', color: '#336699' })
    expect((await change('Ação')).status).toBe(200)
    expect((await create('Ação', other)).status).toBe(201)
  })

  test('goes to one of ten who ask for it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('VIP')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect((await tags()).count).toBe(1)
  })

  test('is free again after a deletion that ten asked for at once', async () => {
    const { id } = await created('VIP')
    const gone = await Promise.all(Array.from({ length: 10 }, () => admin.send('DELETE', `/tags/${id}`)))
    for (const { status } of gone) expect([204, 404]).toContain(status)
    expect(gone.filter(({ status }) => status === 204)).toHaveLength(1)
    expect((await create('VIP')).status).toBe(201)
  })
})

describe('tags and people', () => {
  test('another company sees, changes and deletes none of them', async () => {
    const tag = await created('VIP')
    expect((await tags('', other)).records).toEqual([])
    for (const [method, body] of [['GET'], ['PUT', { name: 'Deles', color: '#336699' }], ['DELETE']] as const)
      expect(await other.send(method, `/tags/${tag.id}`, body)).toMatchObject(NO_TAG)
    expect((await tags()).records).toEqual([tag])
  })

  test('each change is told to the company, and to no other', async () => {
    const [ours, theirs] = [await LiveSocket.open(user), await LiveSocket.open(other)]
    const tag = await created('VIP')
    const channel = `company-${company}-tag`
    expect(await ours.frame('created', ({ action }) => action === 'create')).toEqual({
      channel,
      action: 'create',
      record: tag,
    })
    const changed = await user.done('PUT', `/tags/${tag.id}`, { name: 'Fiel', color: '#336699' })
    expect(await ours.frame('changed', ({ action }) => action === 'update')).toMatchObject({
      channel,
      record: changed,
    })
    await admin.done('DELETE', `/tags/${tag.id}`)
    expect(await ours.frame('deleted', ({ action }) => action === 'delete')).toEqual({
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
