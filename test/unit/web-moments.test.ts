import { ApiError } from '@recado/shared/http/api-error'
import type { SessionUser } from '@recado/shared/sessions/session'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { textOf } from '../../web/src/ui/toast.ts'
import { showMomentsInTexts } from '../../web/src/zone/moments-in-texts.ts'
import { aSessionUser } from '../support/actors.ts'
import { speakPortuguese } from '../support/portuguese.ts'

const { session } = vi.hoisted(() => ({ session: { user: vi.fn<() => SessionUser>() } }))
vi.mock('../../web/src/api/session.ts', () => ({ session }))

beforeEach(async () => {
  await speakPortuguese()
  showMomentsInTexts()
})

test('the refusal of a first message says until when, in the company’s time zone', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  const user = aSessionUser()
  const settings = [{ key: 'timezone', value: 'America/Manaus' }]
  session.user.mockReturnValue({ ...user, company: { ...user.company, settings } })
  const refusal = (until: string) =>
    textOf(new ApiError(409, 'ERR_FIRST_CONTACT_HELD', 'Held', { values: { until } }))
  expect(refusal('2026-11-21T18:30:00.000Z')).toBe(
    'O WhatsApp não deixa este número escrever a novos contatos até 14:30.',
  )
  expect(refusal('2026-11-22T18:30:00.000Z')).toMatch(/até 22\/11 14:30\.$/)
})
