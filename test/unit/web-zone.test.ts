import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/contract/settings'
import type { SessionUser } from '@recado/shared/sessions/session'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useSaveSettings } from '../../web/src/campaigns/settings/queries.ts'
import { useSaveSetting } from '../../web/src/settings/options/queries.ts'
import { useZone } from '../../web/src/zone/use-zone.ts'
import { aSessionUser } from '../support/actors.ts'
import { mounted, showKeys } from '../support/mounted.ts'

const { call, session } = vi.hoisted(() => ({
  call: vi.fn(),
  session: { user: vi.fn<() => SessionUser>(), refreshAnew: vi.fn(), onChange: () => () => undefined },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({ session }))

const MANAUS = 'America/Manaus'
const user = aSessionUser()
const userWith = (settings: SessionUser['company']['settings']) => ({
  ...user,
  company: { ...user.company, settings },
})

beforeAll(showKeys)
beforeEach(() => {
  call.mockReset()
  session.refreshAnew.mockReset().mockResolvedValue('token')
})

test.each([
  ['is that of the session', [{ key: 'timezone', value: MANAUS }], MANAUS],
  ['is that of Brasília in a session without one', [], 'America/Sao_Paulo'],
])('the time zone of a company %s', async (_, settings, zone) => {
  session.user.mockReturnValue(userWith(settings))
  const { answer, unmount } = await mounted(useZone, {})
  expect(answer()).toBe(zone)
  expect(call).not.toHaveBeenCalled()
  await unmount()
})

test('a save of the time zone among the options renews the session, which holds it', async () => {
  session.user.mockReturnValue(userWith([]))
  const { answer, after, unmount } = await mounted(useSaveSetting, 'Salvo')
  for (const setting of ['userRating', 'timezone']) {
    expect(session.refreshAnew).not.toHaveBeenCalled()
    call.mockResolvedValueOnce({ key: setting, value: MANAUS })
    await after(() => answer()?.mutateAsync({ settingKey: setting, value: MANAUS }))
  }
  expect(session.refreshAnew).toHaveBeenCalledOnce()
  await unmount()
})

test('a save of the campaign settings renews the session, which holds the time zone', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const settings = { ...DEFAULT_CAMPAIGN_SETTINGS, timezone: MANAUS } as const
  call.mockResolvedValue({ settings })
  const { answer, after, unmount } = await mounted(useSaveSettings, 'Salvo')
  await after(async () => {
    const saving = answer()?.mutateAsync(settings)
    await vi.runAllTimersAsync()
    await saving
  })
  expect(session.refreshAnew).toHaveBeenCalledOnce()
  await unmount()
})
