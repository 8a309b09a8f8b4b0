import { DEFAULT_BOUNDS, KEEPS_ALL } from '@recado/shared/retention/retention'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useSignIn } from '../../web/src/public/use-sign-in.ts'
import { useSaveBounds, useSaveRetention } from '../../web/src/retention/queries.ts'
import { useSaveOpeningHours, useSaveSettings } from '../../web/src/settings/options/queries.ts'
import { aSessionUser } from '../support/actors.ts'
import { mounted, showKeys } from '../support/mounted.ts'

const { sent } = vi.hoisted(() => ({ sent: vi.fn() }))
vi.mock('../../web/src/api/call.ts', () => ({ call: sent }))
vi.mock('../../web/src/api/session.ts', () => ({
  signIn: sent,
  session: { user: () => USER, onChange: () => () => undefined },
}))

const USER = aSessionUser()
const nothing = () => undefined

/** A form's hook, and a submit of it. */
interface Form {
  use: () => object
  submit: () => void
}
const form = <H extends object>(use: () => H, submitOf: (hook: H) => void): Form => {
  let hook: H | undefined
  return { use: () => (hook = use()), submit: () => hook && submitOf(hook) }
}

beforeAll(showKeys)
beforeEach(() => {
  sent.mockReset().mockResolvedValue({})
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

test.each([
  [
    'signing in',
    form(
      () => useSignIn(nothing),
      ({ signIn }) => signIn({ email: 'ana@x.test', password: 'secret' }),
    ),
  ],
  [
    'the options',
    form(
      () => useSaveSettings('', nothing),
      ({ mutate }) => mutate([{ settingKey: 'thanksWords', value: 'ok' }]),
    ),
  ],
  [
    'the opening hours',
    form(
      () => useSaveOpeningHours(''),
      ({ mutate }) => mutate({ periods: [], holidays: [] }),
    ),
  ],
  [
    'the retention',
    form(
      () => useSaveRetention(''),
      ({ mutate }) => mutate(KEEPS_ALL),
    ),
  ],
  [
    'its bounds',
    form(
      () => useSaveBounds(''),
      ({ mutate }) => mutate(DEFAULT_BOUNDS),
    ),
  ],
])('the form of %s sends 400 ms after its submit', async (_, { use, submit }) => {
  const page = await mounted(use, {})
  await page.after(async () => {
    submit()
    await vi.advanceTimersByTimeAsync(399)
    await vi.dynamicImportSettled()
  })
  expect(sent).not.toHaveBeenCalled()
  await page.after(async () => {
    await vi.advanceTimersByTimeAsync(1)
    await vi.dynamicImportSettled()
  })
  expect(sent).toHaveBeenCalledOnce()
  await page.unmount()
})
