import { notifications, notificationsStore } from '@mantine/notifications'
import type { ContactDetails } from '@recado/shared/contacts/contact'
import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Notes } from '../../web/src/contacts/one/Notes.tsx'
import { aSessionUser } from '../support/actors.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

const { call, session } = vi.hoisted(() => ({
  call: vi.fn(),
  session: {
    user: vi.fn(),
    listeners: new Set<(reason: string | null) => void>(),
    onChange: (listener: (reason: string | null) => void) => {
      session.listeners.add(listener)
      return () => session.listeners.delete(listener)
    },
  },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({ session }))

let contact: Pick<ContactDetails, 'id' | 'notes'>
let client: QueryClient
const toasts = () => notificationsStore.getState().notifications
beforeAll(showKeys)
beforeEach(() => {
  contact = { id: crypto.randomUUID(), notes: [] }
  client = new QueryClient()
  notifications.clean()
  call.mockReset()
  session.user.mockReturnValue(aSessionUser())
})

interface Props {
  label?: string
  value?: string
  disabled?: boolean
  onChange?: (event: object) => void
  onSubmit?: (event: object) => void
  onLeave?: () => void
  children?: ReactNode
}

/** Opens the panel of a contact. */
async function opened(shown = contact) {
  const { answer, after, unmount } = await mounted(
    () => ({ tree: Notes({ contact: shown as ContactDetails }) }),
    {},
    client,
  )
  const props = (has: (props: Props) => boolean) =>
    elementsIn<Props>(answer()?.tree)
      .map((element) => element.props)
      .find(has)
  const field = () => props(({ label }) => label === 'contactBook.notes.text')
  return {
    text: () => field()?.value,
    isLocked: () => field()?.disabled,
    types: (value: string) => after(() => field()?.onChange?.({ currentTarget: { value } })),
    saves: () => after(() => props(({ onSubmit }) => !!onSubmit)?.onSubmit?.({ preventDefault: () => {} })),
    leaves: () => after(() => props(({ onLeave }) => !!onLeave)?.onLeave?.()),
    answers: (how: () => void) => after(how),
    close: unmount,
  }
}

describe('an unsent note', () => {
  test('is there when the panel of its contact opens again, for its writer alone', async () => {
    const first = await opened()
    await first.types('Prefere a tarde')
    await first.close()
    const again = await opened()
    expect(again.text()).toBe('Prefere a tarde')
    await again.close()
    const other = await opened({ id: 'another', notes: [] })
    expect(other.text()).toBe('')
    await other.close()
    session.user.mockReturnValue(aSessionUser({ id: 'bruno' }))
    const bruno = await opened()
    expect(bruno.text()).toBe('')
    await bruno.close()
  })

  test('is gone once it was saved, also if the panel was closed before the answer', async () => {
    const answer = Promise.withResolvers<unknown>()
    call.mockReturnValue(answer.promise)
    const first = await opened()
    await first.types('Prefere a tarde')
    await first.saves()
    await first.close()
    const again = await opened()
    expect(again.text()).toBe('Prefere a tarde')
    expect(again.isLocked()).toBe(true)
    await again.saves()
    expect(call).toHaveBeenCalledTimes(1)
    await again.answers(() => answer.resolve({}))
    expect(again.text()).toBe('')
    expect(again.isLocked()).toBe(false)
    await again.close()
  })

  test('stays when saving it fails, and a panel that was closed tells the failure in a toast', async () => {
    const answer = Promise.withResolvers<unknown>()
    call.mockRejectedValueOnce(new Error('No network')).mockReturnValueOnce(answer.promise)
    const panel = await opened()
    await panel.types('Prefere a tarde')
    await panel.saves()
    expect([call.mock.calls.length, toasts()]).toEqual([1, []])
    await panel.saves()
    await panel.close()
    const again = await opened()
    await again.answers(() => answer.reject(new Error('No network')))
    expect([call.mock.calls.length, toasts().map(({ message }) => message)]).toEqual([2, ['No network']])
    expect(again.text()).toBe('Prefere a tarde')
    await again.close()
  })

  test('is gone when the session ends', async () => {
    const panel = await opened()
    await panel.types('Prefere a tarde')
    for (const reason of [null, 'logout'])
      await panel.answers(() => {
        for (const listener of session.listeners) listener(reason)
        expect(panel.text()).toBe('Prefere a tarde')
      })
    expect(panel.text()).toBe('')
    await panel.close()
  })

  test('is gone when the user leaves the page without saving it', async () => {
    const panel = await opened()
    await panel.types('Prefere a tarde')
    await panel.leaves()
    await panel.close()
    const again = await opened()
    expect(again.text()).toBe('')
    await again.close()
  })
})
