import { beforeAll, expect, test, vi } from 'vitest'
import { noteServerDate } from '../../web/src/api/server-clock.ts'
import { useAlerts } from '../../web/src/notices/alerts/use-alerts.ts'
import { mounted, showKeys } from '../support/mounted.ts'
import { aShownTicket } from '../support/web-tickets.ts'

const { user, playSound } = vi.hoisted(() => ({ user: { id: 'ana' }, playSound: vi.fn() }))
vi.mock('../../web/src/api/call.ts', () => ({ call: vi.fn() }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => user, onChange: () => () => undefined },
}))
vi.mock('../../web/src/notices/alerts/sounds.ts', () => ({ playSound }))
vi.mock('../../web/src/notices/alerts/sounding-tab.ts', () => ({
  joinSoundingTabs: () => ({ isSounding: () => true, leave: () => undefined }),
}))
vi.mock('../../web/src/notices/alerts/show-notification.ts', () => ({
  onNotificationClick: () => () => undefined,
  showNotification: vi.fn(),
}))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}) }))

beforeAll(showKeys)

test('a message sounds on a computer whose clock is two minutes fast', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('document', { hasFocus: () => false, visibilityState: 'visible' })
  const serverTime = new Date(Date.now() - 120_000)
  noteServerDate(serverTime.toUTCString())
  const { answer, after, unmount } = await mounted(useAlerts, {})
  const record = aShownTicket({ lastAt: serverTime.toISOString() })
  const frame = { channel: '', action: 'update', record }
  await after(() => answer()?.({ topic: 'ticket', action: 'update', frame }))
  expect(playSound.mock.calls).toEqual([['message']])
  await unmount()
})
