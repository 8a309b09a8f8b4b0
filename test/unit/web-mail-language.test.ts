import { noticeRoutes } from '@recado/shared/notices/routes'
import { settingsFrom } from '@recado/shared/notices/settings'
import type { SessionUser } from '@recado/shared/sessions/session'
import { beforeEach, expect, test, vi } from 'vitest'
import { changeLanguageBeforeLogin } from '../../web/src/i18n/index.ts'
import { useMailLanguage } from '../../web/src/notices/queries.ts'
import { useLanguageOfLogin } from '../../web/src/notices/use-language-of-login.ts'
import { aSessionUser } from '../support/actors.ts'
import { mounted } from '../support/mounted.ts'
import { speakPortuguese } from '../support/portuguese.ts'

const { call, session } = vi.hoisted(() => ({
  call: vi.fn(),
  session: { user: vi.fn<() => SessionUser>(), onChange: () => () => undefined },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({ session }))

const STORED = settingsFrom({ channels: { 'campaign-ended': { browser: false, email: true } } })
const saved = () =>
  call.mock.calls.filter(([route]) => route === noticeRoutes.saveNoticeSettings).map(([, request]) => request)

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  call.mockReset().mockResolvedValue(STORED)
})

test('a user who changes the language gets mails in it, and keeps the choices of what is mailed', async () => {
  session.user.mockReturnValue(aSessionUser())
  const { answer, after, unmount } = await mounted(useMailLanguage, {})
  await after(() => answer()?.mutateAsync('es'))
  expect(saved()).toEqual([{ channels: STORED.channels, language: 'es' }])
  await unmount()
})

test('a supporter who changes the language changes no settings of the company', async () => {
  const support = { companyId: 'C2', until: '2026-11-30T12:00:00.000Z', reason: 'Ajuda', mayChange: false }
  session.user.mockReturnValue({ ...aSessionUser(), support })
  const { answer, after, unmount } = await mounted(useMailLanguage, {})
  await after(() => answer()?.mutateAsync('en'))
  expect(call).not.toHaveBeenCalled()
  await unmount()
})

test('mails come in the language chosen before the login, which is saved once', async () => {
  session.user.mockReturnValue(aSessionUser())
  await speakPortuguese()
  await changeLanguageBeforeLogin('en')
  for (const _ of ['first', 'again']) {
    const { unmount, after } = await mounted(useLanguageOfLogin, {})
    await after(() => vi.waitFor(() => expect(saved()).toHaveLength(1)))
    await unmount()
  }
  expect(saved()).toEqual([{ channels: STORED.channels, language: 'en' }])
})
