import { beforeEach, expect, test, vi } from 'vitest'
import type { ComposerMode } from '../../web/src/tickets/composer/composer-mode.ts'
import { useFocusWhenTaken } from '../../web/src/tickets/composer/use-focus-when-taken.ts'
import { focusComposerOf } from '../../web/src/tickets/composer-focus.ts'
import { mounted } from '../support/mounted.ts'

const focus = vi.fn()
const fieldRef = { current: { focus } as Partial<HTMLTextAreaElement> as HTMLTextAreaElement }
let isTyping: boolean
let hasMouse: boolean
beforeEach(() => {
  vi.clearAllMocks()
  ;[isTyping, hasMouse] = [false, true]
  vi.stubGlobal('document', { activeElement: { matches: () => isTyping } })
  vi.stubGlobal('matchMedia', () => ({ matches: hasMouse }))
})

/** Shows the composer of a ticket. */
const shown = (ticketId: string, mode: ComposerMode) =>
  mounted((now: ComposerMode) => useFocusWhenTaken(ticketId, now, fieldRef), mode)

test('the composer takes the focus when the user accepts the open ticket, not from a field', async () => {
  const composer = await shown('T1', 'accept')
  await composer.show('write')
  expect(focus).toHaveBeenCalledTimes(1)
  isTyping = true
  const other = await shown('T2', 'accept')
  await other.show('write')
  expect(focus).toHaveBeenCalledTimes(1)
})

test('the composer of the ticket accepted next takes the focus from the search field, once', async () => {
  isTyping = true
  focusComposerOf('T1')
  const composer = await shown('T1', 'write')
  expect(focus).toHaveBeenCalledTimes(1)
  await composer.show('write')
  await shown('T1', 'write')
  expect(focus).toHaveBeenCalledTimes(1)
})

test('another ticket, and a touch screen, leave the focus where it is', async () => {
  focusComposerOf('T1')
  await shown('T2', 'write')
  hasMouse = false
  await shown('T1', 'write')
  expect(focus).not.toHaveBeenCalled()
})
