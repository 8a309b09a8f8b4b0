import { readEnvironment } from '@recado/functions/environment'
import { describe, expect, test } from 'vitest'
import { settingsWith } from '../support/settings.ts'

const NEEDED = { TABLE_NAME: 't', QUEUE_URL_PREFIX: 'q', BUCKET_NAME: 'b', APP_ORIGIN: 'https://app.test' }
const read = (more: Record<string, string>) => readEnvironment({ ...NEEDED, ...more })

describe('the integrated platform of a deployment', () => {
  test.each([
    ['sacmais', 'https://api.plataforma.test'],
    ['chatwoot', 'https://chat.plataforma.test/base'],
    ['sacmais', 'http://127.0.0.1:8080'],
    ['sacmais', 'http://localhost:8080'],
  ])('is accepted as %s at %s', (INTEGRATION_KIND, INTEGRATION_URL) => {
    expect(read({ INTEGRATION_KIND, INTEGRATION_URL })).toMatchObject({ INTEGRATION_KIND, INTEGRATION_URL })
  })

  test('is optional', () => {
    expect(read({}).INTEGRATION_KIND).toBeUndefined()
  })

  test.each([
    ['of an unknown kind', { INTEGRATION_KIND: 'outra', INTEGRATION_URL: 'https://a.test' }],
    ['without an address', { INTEGRATION_KIND: 'sacmais' }],
    ['without a kind', { INTEGRATION_URL: 'https://a.test' }],
    ['without encryption', { INTEGRATION_KIND: 'sacmais', INTEGRATION_URL: 'http://a.test' }],
    [
      'with a host name that only looks local',
      { INTEGRATION_KIND: 'sacmais', INTEGRATION_URL: 'http://localhost.a.test' },
    ],
    ['at no address', { INTEGRATION_KIND: 'sacmais', INTEGRATION_URL: 'plataforma' }],
    ['in a file', { INTEGRATION_KIND: 'sacmais', INTEGRATION_URL: 'file:///etc/passwd' }],
  ])('is refused at the start %s', (_, given) => {
    expect(() => read(given)).toThrow()
  })

  test('is set at deployment, both parts together', () => {
    const given = (integration?: object) => settingsWith({ integration }).integration
    expect(given()).toBeUndefined()
    const [kind, url] = ['chatwoot', 'https://chat.test']
    expect(given({ kind, url })).toEqual({ kind, url })
    expect(() => given({ kind })).toThrow('integration.url: is missing')
    expect(() => given({ url })).toThrow('integration.kind: must be sacmais or chatwoot')
    expect(() => given({ kind, url: 'http://chat.test' })).toThrow(
      'integration.url: must begin with https://',
    )
  })
})
