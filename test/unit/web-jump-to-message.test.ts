import { notifications, notificationsStore } from '@mantine/notifications'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useJump } from '../../web/src/tickets/messages/use-jump.ts'
import { mounted, showKeys } from '../support/mounted.ts'

const toasts = () => notificationsStore.getState().notifications.length

beforeAll(showKeys)
beforeEach(() => {
  notifications.clean()
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => queueMicrotask(paint))
})

/** A conversation without the wanted message. */
const aList = () => ({ current: { querySelector: () => null } as unknown as HTMLElement | null })

test('a message that older pages do not have is told', async () => {
  const loadOlder = vi.fn(async () => loadOlder.mock.calls.length < 3)
  const list = aList()
  const { answer, after, unmount } = await mounted(() => useJump(list, loadOlder), {})
  await after(() => answer()?.jump('M1'))
  expect([loadOlder.mock.calls.length, toasts()]).toEqual([3, 1])
  await unmount()
})

test('a user who leaves the conversation is told nothing of its message, and its pages are not loaded on', async () => {
  const page = Promise.withResolvers<boolean>()
  const loadOlder = vi.fn(() => page.promise)
  const list = aList()
  const { answer, after, unmount } = await mounted(() => useJump(list, loadOlder), {})
  let jumped: Promise<void> | undefined
  await after(() => {
    jumped = answer()?.jump('M1')
  })
  await unmount()
  list.current = null
  page.resolve(true)
  await jumped
  expect([loadOlder.mock.calls.length, toasts()]).toEqual([1, 0])
})
