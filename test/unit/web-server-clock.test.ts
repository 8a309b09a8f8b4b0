import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newCampaign } from '../../web/src/campaigns/form/campaign-values.ts'
import { pastError } from '../../web/src/campaigns/form/validate-campaign.ts'
import { noteServerDate } from '../../web/src/ui/server-clock.ts'
import { useNow } from '../../web/src/ui/use-now.ts'
import { mounted, showKeys } from '../support/mounted.ts'
import { sourceFiles } from '../support/source-files.ts'

const ticks = vi.hoisted((): { tick?: () => void } => ({}))
vi.mock('@mantine/hooks', () => ({
  useInterval: (tick: () => void) => {
    ticks.tick = tick
  },
}))

const ZONE = 'America/Sao_Paulo'
/** 14:00 in São Paulo. */
const NOW = Date.parse('2026-11-26T17:00:00.000Z')
const HOUR_MS = 3_600_000

beforeAll(showKeys)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  noteServerDate(new Date().toUTCString())
})

test.each([-3, 3])(
  'a computer whose clock is %d hours off shows and checks the server’s time',
  async (hours) => {
    vi.setSystemTime(NOW + hours * HOUR_MS)
    noteServerDate(new Date(NOW).toUTCString())
    const { answer, after, unmount } = await mounted(useNow, {})
    expect(answer()).toBe(NOW)
    vi.setSystemTime(Date.now() + 30_000)
    await after(() => ticks.tick?.())
    expect(answer()).toBe(NOW + 30_000)
    await unmount()
    expect(newCampaign(ZONE).scheduledAt).toBe('2026-11-26 14:10:30')
    expect(pastError('2026-11-26 14:10:00', ZONE)).toBeUndefined()
    expect(pastError('2026-11-26 13:50:00', ZONE)).toBe('campaigns.form.past')
  },
)

test('only spans of time, and what waits in the browser alone, go by the computer’s own clock', () => {
  const reading = sourceFiles().filter(
    ({ path, text }) => path.startsWith('web/src/') && /\bDate\.now\b|new Date\(\)/.test(text),
  )
  expect(reading.map(({ path }) => path).sort()).toEqual([
    'web/src/api/session.ts',
    'web/src/chats/outgoing.ts',
    'web/src/realtime/polling.ts',
    'web/src/realtime/socket.ts',
    'web/src/shell/release/release.ts',
    'web/src/tickets/composer/use-outgoing-messages.ts',
    'web/src/tickets/outbox/outbox.ts',
    'web/src/tickets/presence/use-desk-presence.ts',
    'web/src/tickets/voice/record.ts',
    'web/src/ui/server-clock.ts',
  ])
})
