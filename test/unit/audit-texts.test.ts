import { readFileSync } from 'node:fs'
import { allRoutes } from '@recado/shared/api/routes'
import { SWITCHES } from '@recado/shared/audit/switches'
import { FILE, FILE_OR_EXPORT, isRecorded } from '@recado/shared/http/contract'
import { describe, expect, test } from 'vitest'
import { browserName } from '../../web/src/audit/browser-name.ts'
import { AUDITED_DOMAINS, OPERATORS_DOMAINS } from '../../web/src/audit/domains.ts'
import pt from '../../web/src/i18n/pt.json' with { type: 'json' }
import { sourceFiles } from '../support/source-files.ts'

const recorded = allRoutes().filter(({ route }) => route.access !== 'public' && isRecorded(route))

/** Events recorded outside of calls: `action: 'sessions.login'`. */
const events = sourceFiles()
  .filter(({ area }) => area === 'functions')
  .flatMap(({ path }) => [...readFileSync(path, 'utf8').matchAll(/\baction: '([a-z-]+\.[a-zA-Z]+)'/g)])
  .map(([, action = '']) => action)

/** The two directions of calls that switch something. */
const switched = Object.values(SWITCHES).flatMap(({ on, off }) => [on, off])

test('every call that takes data out is recorded', () => {
  const files = allRoutes().filter(
    ({ route }) => route.response === FILE || route.response === FILE_OR_EXPORT,
  )
  expect(files.filter(({ route }) => !isRecorded(route)).map(({ name }) => name)).toEqual([
    // An empty spreadsheet.
    'contactListTemplate',
  ])
})

describe('the audit trail’s texts', () => {
  test('exist for every recorded action', () => {
    const actions = [...recorded.map(({ domain, name }) => `${domain}.${name}`), ...events, ...switched]
    expect(events).toContain('sessions.login')
    expect(actions.filter((action) => !(`audit.actions.${action}` in pt))).toEqual([])
  })

  test('say the direction of calls that still exist, by a field of theirs', () => {
    for (const [action, { field }] of Object.entries(SWITCHES)) {
      const call = recorded.find(({ domain, name }) => `${domain}.${name}` === action)
      expect(call?.route.body?.safeParse({ [field]: true }).success).toBe(true)
    }
  })

  test('offer a filter for every recorded part of a company', () => {
    const domains = new Set(recorded.map(({ domain }) => domain))
    const missing = [...domains].filter((domain) => !AUDITED_DOMAINS.some((known) => known === domain))
    expect(missing).toEqual([])
    expect(AUDITED_DOMAINS.filter((domain) => !(`audit.domains.${domain}` in pt))).toEqual([])
  })

  test('hide from customers the parts that only operators change', () => {
    const OF_CUSTOMERS = new Set(
      recorded.flatMap(({ domain, route }) =>
        route.access !== 'public' && !route.access.operator ? [domain] : [],
      ),
    )
    expect(OPERATORS_DOMAINS.filter((domain) => OF_CUSTOMERS.has(domain))).toEqual([])
  })
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome, Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari, iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet, Android',
  ],
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['', ''],
])('the user agent %s is shown as %s', (agent, name) => {
  expect(browserName(agent)).toBe(name)
})
