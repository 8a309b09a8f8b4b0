import { describe, expect, test } from 'vitest'
import { type ApiClient, accepted, refused } from '../support/api-client.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()

describe('a call with an idempotency key', () => {
  const create = (client: ApiClient, name: string, key?: string) =>
    client.attempt('createContactList', { name }, key === undefined ? {} : { 'idempotency-key': key })
  const namesOf = async (client: ApiClient) => (await client.call('allContactLists')).map(({ name }) => name)

  test('a call repeated with its idempotency key is done once and answered the same', async () => {
    const client = await principals.signedIn(await principals.company())
    const [first, again] = [await create(client, 'Uma', 'k'), await create(client, 'Uma', 'k')]
    expect(first.status).toBe(201)
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(await namesOf(client)).toEqual(['Uma'])
  })

  test('an idempotency key with another body is refused', async () => {
    const client = await principals.signedIn(await principals.company())
    await create(client, 'Uma', 'k')
    expect(await create(client, 'Outra', 'k')).toMatchObject({
      status: 422,
      body: { error: 'ERR_IDEMPOTENCY_KEY_REUSED' },
    })
    expect(await namesOf(client)).toEqual(['Uma'])
  })

  test('calls with one idempotency key at once are done once', async () => {
    const client = await principals.signedIn(await principals.company())
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(client, 'Uma', 'k')))
    for (const answer of answers)
      if (!answer.ok) expect(answer).toMatchObject(refused(409, 'ERR_IN_PROGRESS'))
    expect(new Set(answers.flatMap((answer) => (answer.ok ? [answer.body.id] : []))).size).toBe(1)
    expect(await namesOf(client)).toEqual(['Uma'])
  })

  test('a failed call may be repeated with its idempotency key', async () => {
    const client = await principals.signedIn(await principals.company())
    const list = await client.newList()
    const add = (number: string) =>
      client.attempt(
        'createContactListItem',
        { contactListId: list.id, name: 'Maria', number },
        { 'idempotency-key': 'k' },
      )
    expect(await add('00000000')).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_INVALID_CONTACT' } })
    expect((await add('5511912345678')).status).toBe(201)
    expect((await add('5511912345678')).status).toBe(201)
  })

  test('a form repeated with its idempotency key starts one import, although its boundary is another', async () => {
    const client = await principals.signedIn(await principals.company())
    const list = await client.newList()
    const send = (name: string) =>
      client.attempt(
        'importContacts',
        { contactListId: list.id, file: new File([`nome;numero\n${name};5511912345678\n`], 'contatos.csv') },
        { 'idempotency-key': 'k' },
      )
    const first = accepted(await send('Maria'))
    expect(accepted(await send('Maria')).body).toEqual(first.body)
    expect(await send('Joana')).toMatchObject(refused(422, 'ERR_IDEMPOTENCY_KEY_REUSED'))
  })

  test('an invitation repeated with its idempotency key is the same invitation, and its token is not stored', async () => {
    const client = await principals.signedIn(await principals.company())
    const invite = () => client.attempt('createInvitation', {}, { 'idempotency-key': 'k' })
    const { token } = accepted(await invite()).body
    expect(accepted(await invite()).body.token).toBe(token)
    expect(await client.call('listInvitations')).toHaveLength(1)
    expect(JSON.stringify(await principals.dump())).not.toContain(token)
  })

  test('an idempotency key holds for messages too, beside their clientId', async () => {
    const company = await principals.company()
    const client = await principals.signedIn(company)
    const { id } = await principals.person(company)
    const { id: chatId } = await client.call('createChat', { userIds: [id] })
    const message = { chatId, clientId: crypto.randomUUID(), text: 'Oi!' }
    const send = (more: object = {}) =>
      client.attempt('sendChatMessage', { ...message, ...more }, { 'idempotency-key': 'k' })
    const first = accepted(await send())
    expect(accepted(await send()).body).toEqual(first.body)
    expect(await send({ clientId: crypto.randomUUID() })).toMatchObject(
      refused(422, 'ERR_IDEMPOTENCY_KEY_REUSED'),
    )
    expect((await client.call('listChatMessages', { chatId })).records).toHaveLength(1)
  })

  test('idempotency keys belong to one user, and calls without a key are all done', async () => {
    const other = await principals.company()
    const [one, colleague] = [await principals.signedIn(other), await principals.signedIn(other)]
    const lists = [
      await create(one, 'Uma', 'k'),
      await create(colleague, 'Uma', 'k'),
      await create(one, 'Uma'),
    ]
    expect(new Set([...lists, await create(one, 'Uma')].map((answer) => accepted(answer).body.id)).size).toBe(
      4,
    )
  })
})
