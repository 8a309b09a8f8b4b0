import type { SelectProps } from '@mantine/core'
import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/contract/settings'
import type { SessionUser } from '@recado/shared/sessions/session'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSaveSettings } from '../../web/src/campaigns/settings/queries.ts'
import { OptionsTab } from '../../web/src/settings/options/OptionsTab.tsx'
import { useZone } from '../../web/src/zone/use-zone.ts'
import { ZoneField } from '../../web/src/zone/ZoneField.tsx'
import { aSessionUser } from '../support/actors.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

const { call, session, shown } = vi.hoisted(() => ({
  call: vi.fn(),
  session: { user: vi.fn<() => SessionUser>(), refresh: vi.fn(), onChange: () => () => undefined },
  /** What the page shows, as elements. */
  shown: new Map<string, ReactNode>(),
}))
let hasCampaigns: boolean
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({ session, cshow: () => hasCampaigns }))
vi.mock('@mantine/core', async (original) => ({
  ...(await original<object>()),
  Stack: ({ children }: { children: ReactNode }) => children,
  Skeleton: () => null,
}))
vi.mock('../../web/src/ui/FormSection.tsx', () => ({
  FormSection: ({ title, children }: { title: string; children: ReactNode }) => {
    shown.set(title, children)
    return null
  },
}))
vi.mock('../../web/src/ui/ConfirmDialog.tsx', () => ({ ConfirmDialog: () => null }))

const MANAUS = 'America/Manaus'
const SETTINGS = [
  { key: 'campaignsEnabled', value: 'false' },
  { key: 'timezone', value: MANAUS },
]
const user = aSessionUser()
const userWith = (settings: SessionUser['company']['settings']) => ({
  ...user,
  company: { ...user.company, settings },
})

beforeAll(showKeys)
beforeEach(() => {
  call.mockReset()
  session.refresh.mockReset().mockResolvedValue('token')
  session.user.mockReturnValue(userWith(SETTINGS))
  hasCampaigns = false
  shown.clear()
})

test('the time zone of a company without campaigns is that of its session', async () => {
  const { answer, unmount } = await mounted(useZone, {})
  expect(answer()).toBe(MANAUS)
  expect(call).not.toHaveBeenCalled()
  await unmount()
})

test('a session without a time zone has that of Brasília', async () => {
  session.user.mockReturnValue(userWith([]))
  expect((await mounted(useZone, {})).answer()).toBe('America/Sao_Paulo')
})

/** The field of the time zone in the options. */
const zoneField = () =>
  elementsIn<SelectProps & { children?: ReactNode }>(shown.get('options.title')).find(
    ({ type }) => type === ZoneField,
  )?.props

test('the options of a company without campaigns save its time zone, and the session is renewed', async () => {
  call.mockResolvedValue(SETTINGS)
  const { after, unmount } = await mounted(OptionsTab, {})
  expect(zoneField()?.value).toBe(MANAUS)
  call.mockResolvedValueOnce({ key: 'timezone', value: 'America/Belem' })
  await after(() => zoneField()?.onChange?.('America/Belem', { value: '', label: '' }))
  expect(call.mock.calls.at(-2)?.[1]).toEqual({ settingKey: 'timezone', value: 'America/Belem' })
  expect(session.refresh).toHaveBeenCalledOnce()
  await unmount()
})

test('the options of a company with campaigns have no time zone: its campaign settings have it', async () => {
  hasCampaigns = true
  call.mockResolvedValue(SETTINGS)
  const { unmount } = await mounted(OptionsTab, {})
  expect(elementsIn(shown.get('options.title'))).not.toEqual([])
  expect(zoneField()).toBeUndefined()
  await unmount()
})

test('a save of the campaign settings renews the session, which holds the time zone', async () => {
  const settings = { ...DEFAULT_CAMPAIGN_SETTINGS, timezone: MANAUS } as const
  call.mockResolvedValue({ settings })
  const { answer, after, unmount } = await mounted(useSaveSettings, 'Salvo')
  await after(() => answer()?.mutateAsync(settings))
  expect(session.refresh).toHaveBeenCalledOnce()
  await unmount()
})
