import { chatwoot } from '@recado/functions/integration/chatwoot'
import { sacmais } from '@recado/functions/integration/sacmais'
import type { PlatformContact } from '@recado/shared/integration/platform'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PlatformAccount } from '../../infra/local/platform/account.ts'
import { pageOf } from '../../infra/local/platform/page.ts'
import { type Fault, IntegrationStandIn } from '../support/integration-stand-in.ts'

const TOKEN = 'um-token-de-teste-1234'
const MARIA = { name: 'Maria', number: '5511987650001', email: 'maria@exemplo.test' }

describe.each([
  ['sacmais', sacmais],
  ['chatwoot', chatwoot],
] as const)('the platform %s', (kind, adapterFor) => {
  let standIn: IntegrationStandIn
  let platform: ReturnType<typeof adapterFor>

  beforeEach(async () => {
    standIn = await IntegrationStandIn.start()
    platform = adapterFor(`${standIn.address}/`)
  })
  afterEach(() => standIn.stop())

  const contactsOf = async (tagId: string, token = TOKEN): Promise<PlatformContact[]> => {
    const contacts: PlatformContact[] = []
    for await (const page of platform.contactsOfTag(token, tagId)) contacts.push(...page)
    return contacts
  }

  test('accepts only its own token', async () => {
    await platform.check(TOKEN)
    for (const question of [
      () => platform.check('outro'),
      () => platform.tags('outro'),
      () => platform.queues('outro'),
      () => platform.saveContact('outro', MARIA),
      () => contactsOf('1', 'outro'),
    ])
      await expect(question()).rejects.toMatchObject({
        kind: 'unprocessable',
        code: 'ERR_INTEGRATION_TOKEN',
      })
  })

  test('returns its tags and queues with text ids', async () => {
    standIn.fill('clientes', 3)
    standIn.fill('antigos', 0)
    expect(await platform.tags(TOKEN)).toEqual([
      { id: '1', name: 'clientes', color: '#1f9d55', contactsCount: kind === 'sacmais' ? 3 : null },
      { id: '2', name: 'antigos', color: '#b7791f', contactsCount: kind === 'sacmais' ? 0 : null },
    ])
    expect(await platform.queues(TOKEN)).toEqual([
      { id: '0', name: 'Vendas', color: null },
      { id: '1', name: 'Suporte', color: null },
    ])
  })

  test.each([0, 1, 15, 16, 100, 101, 333])('returns all %s contacts of a tag, each once', async (count) => {
    standIn.fill('clientes', count)
    const contacts = await contactsOf('1')
    expect(contacts.map(({ name }) => name)).toEqual(Array.from({ length: count }, (_, at) => `Pessoa ${at}`))
    expect(new Set(contacts.map(({ number }) => number)).size).toBe(count)
  })

  test('returns no contact for an unknown tag', async () => {
    expect(await contactsOf('99')).toEqual([])
  })

  test('accepts new and known contacts, and reports the contacts it refuses', async () => {
    standIn.refused.add('5511987650002')
    expect(await platform.saveContact(TOKEN, MARIA)).toBe('saved')
    expect(await platform.saveContact(TOKEN, MARIA)).toBe('saved')
    expect(await platform.saveContact(TOKEN, { ...MARIA, number: '5511987650002' })).toBe('refused')
    expect(standIn.saved).toMatchObject([MARIA])
    standIn.tags.set('clientes', [{ ...MARIA, number: '5511987650003' }])
    expect(await platform.saveContact(TOKEN, { ...MARIA, number: '5511987650003' })).toBe('saved')
    expect(standIn.saved).toHaveLength(1)
  })

  test.each<Fault>(['status 500', 'garbage', 'redirect', 'too long', 'hung up', 'wrong shape'])(
    'is reported as unavailable if its answer is: %s',
    async (fault) => {
      standIn.fill('clientes', 1)
      standIn.fault = fault
      for (const question of [
        () => platform.tags(TOKEN),
        () => contactsOf('1'),
        () => platform.queues(TOKEN),
      ])
        await expect(question()).rejects.toMatchObject({
          kind: 'dependency-failed',
          code: 'ERR_INTEGRATION_UNAVAILABLE',
        })
    },
  )

  test('is unavailable without a listener, or without an answer in ten seconds', async () => {
    const nowhere = adapterFor('http://127.0.0.1:9')
    const UNAVAILABLE = { kind: 'dependency-failed', code: 'ERR_INTEGRATION_UNAVAILABLE' }
    await expect(nowhere.check(TOKEN)).rejects.toMatchObject(UNAVAILABLE)
    standIn.fault = 'silent'
    await expect(platform.check(TOKEN)).rejects.toMatchObject(UNAVAILABLE)
  })
})

test('the page of the local platform shows received contacts as text', () => {
  const hostile = '<img src=x onerror=alert(1)>"\'&'
  const account = new PlatformAccount()
  const contact = { name: hostile, number: hostile, email: hostile }
  account.saved.push({ ...contact, at: '2026-11-25T12:00:00.000Z' })
  account.tags.set(hostile, [contact])
  for (const at of ['2026-11-25T12:00:00.000Z', '2026-11-25T13:00:00.000Z'])
    account.record({ what: hostile, method: 'GET', path: hostile, status: 200, at })
  const page = pageOf(account, hostile)
  expect(page).not.toContain('<img')
  expect(page).not.toContain(`"'&`)
  expect(page).toContain('Revogado')
  expect(page).toContain('<b>× 2</b>')
  expect(page).toContain('10:00:00')
})
