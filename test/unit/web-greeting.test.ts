import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Greeting } from '../../web/src/shell/Greeting.tsx'
import { aSessionUser } from '../support/actors.ts'
import { speakPortuguese } from '../support/portuguese.ts'

vi.mock('../../web/src/zone/use-zone.ts', () => ({ useZone: () => 'America/Sao_Paulo' }))
vi.mock('../../web/src/session/use-session.ts', () => ({
  useUser: () => {
    const user = aSessionUser()
    return { ...user, company: { ...user.company, dueDate: '2026-11-26' } }
  },
}))

beforeAll(speakPortuguese)
afterEach(() => vi.useRealTimers())

/** What the top bar says under the greeting, at a moment in UTC. */
function saidAt(moment: string): string | undefined {
  vi.useFakeTimers({ now: Date.parse(moment), toFake: ['Date'] })
  const markup = renderToStaticMarkup(createElement(MantineProvider, {}, createElement(Greeting)))
  return markup.match(/>([^<>]*)<\/p><\/div>/)?.[1]
}

// São Paulo is three hours behind.
test.each([
  ['on the due date', '2026-11-27T02:59:59Z', 'Ativo até 26/11/2026'],
  ['from the next day on', '2026-11-27T03:00:00Z', 'Venceu em 26/11/2026. Os envios param em 30/11/2026.'],
  [
    'on the last day that sends',
    '2026-11-30T02:59:59Z',
    'Venceu em 26/11/2026. Os envios param em 30/11/2026.',
  ],
  ['once sending has stopped', '2026-11-30T03:00:00Z', 'Venceu em 26/11/2026'],
])('the top bar says until when the company has paid, and when sending stops: %s', (_, moment, words) => {
  expect(saidAt(moment)).toBe(words)
})
