import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'

let system: RunningSystem
let principals: Principals

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
})
afterAll(() => system.stop())

describe('a call with an idempotency key', () => {
  const create = (client: ApiClient, name: string, key?: string) =>
    client.send<{ id: string; error: string }>(
      'POST',
      '/contact-lists',
      { name },
      key === undefined ? {} : { 'idempotency-key': key },
    )
  const namesOf = async (client: ApiClient) =>
    (await client.done<{ name: string }[]>('GET', '/contact-lists/list')).map(({ name }) => name)

  test('is done once, and answered the same each time', async () => {
    const client = await principals.signedIn(await principals.company())
    const [first, again] = [await create(client, 'Uma', 'k'), await create(client, 'Uma', 'k')]
    expect(first.status).toBe(201)
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(await namesOf(client)).toEqual(['Uma'])
  })

  test('is refused with another body, and nothing is done', async () => {
    const client = await principals.signedIn(await principals.company())
    await create(client, 'Uma', 'k')
    expect(await create(client, 'Outra', 'k')).toMatchObject({
      status: 422,
      body: { error: 'ERR_IDEMPOTENCY_KEY_REUSED' },
    })
    expect(await namesOf(client)).toEqual(['Uma'])
  })

  test('is done once even when it comes many times at once', async () => {
    const client = await principals.signedIn(await principals.company())
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(client, 'Uma', 'k')))
    for (const { status, body } of answers) {
      if (status !== 201)
        expect({ status, error: body.error }).toEqual({ status: 409, error: 'ERR_IN_PROGRESS' })
    }
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1)
    expect(await namesOf(client)).toEqual(['Uma'])
  })

  test('may be made again with the same key after it failed', async () => {
    const client = await principals.signedIn(await principals.company())
    const list = await client.newList()
    const add = (number: string) =>
      client.send(
        'POST',
        '/contact-list-items',
        { contactListId: list.id, name: 'Maria', number },
        { 'idempotency-key': 'k' },
      )
    expect(await add('00000000')).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_INVALID_CONTACT' } })
    expect((await add('5511912345678')).status).toBe(201)
    expect((await add('5511912345678')).status).toBe(201)
  })

  test('keys are a person’s own, and without one a call is a call', async () => {
    const other = await principals.company()
    const [one, colleague] = [await principals.signedIn(other), await principals.signedIn(other)]
    const lists = [
      await create(one, 'Uma', 'k'),
      await create(colleague, 'Uma', 'k'),
      await create(one, 'Uma'),
    ]
    expect(new Set([...lists, await create(one, 'Uma')].map(({ body }) => body.id)).size).toBe(4)
  })
})
