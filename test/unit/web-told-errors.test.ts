import { ApiError } from '@recado/shared/http/api-error'
import { type MutationMeta, useMutation } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../web/src/api/query-client.ts'
import { mounted } from '../support/mounted.ts'

const { toastError } = vi.hoisted(() => ({ toastError: vi.fn() }))
vi.mock('../../web/src/ui/toast.ts', () => ({ toastError }))

const LOST = new ApiError(0, 'ERR_NETWORK', 'Lost')
let answer: PromiseWithResolvers<unknown>
beforeEach(() => {
  toastError.mockClear()
  answer = Promise.withResolvers()
})
afterEach(() => queryClient.clear())

/** A screen that waits for an answer. */
async function waiting(meta: MutationMeta) {
  const {
    answer: mutation,
    after,
    unmount,
  } = await mounted(() => useMutation({ mutationFn: () => answer.promise, meta }), {}, queryClient)
  await after(() => mutation()?.mutate())
  return { after, unmount }
}
/** Lets everything run that an answer leads to. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const told = () => toastError.mock.calls.map(([error]) => error)

test('an error that no screen shows is told in a toast', async () => {
  const { after, unmount } = await waiting({})
  await after(() => answer.reject(LOST))
  expect(told()).toEqual([LOST])
  await unmount()
})

test('an error is shown by its screen, and in a toast once the user has left the screen', async () => {
  const screen = await waiting({ showsItsError: true })
  await screen.after(() => answer.reject(LOST))
  expect(told()).toEqual([])
  await screen.unmount()
  answer = Promise.withResolvers()
  const left = await waiting({ showsItsError: true })
  await left.unmount()
  answer.reject(LOST)
  await settled()
  expect(told()).toEqual([LOST])
})

test.each([
  ['the end of the session, which the sign-in page tells', new ApiError(401, 'ERR_SESSION_EXPIRED', 'No')],
  ['a server error, which ends the session', new ApiError(500, 'ERR_INTERNAL', 'No')],
  ['an upload that the user gave up by leaving', new DOMException('Left', 'AbortError')],
])('no toast tells a user who left of %s', async (_, error) => {
  const { unmount } = await waiting({ showsItsError: true })
  await unmount()
  answer.reject(error)
  await settled()
  expect(told()).toEqual([])
})

test('an error with a toast of its own has no second one', async () => {
  const { unmount } = await waiting({ toastsItself: true })
  await unmount()
  answer.reject(LOST)
  await settled()
  expect(told()).toEqual([])
})
