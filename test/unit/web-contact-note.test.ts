import type { ContactDetails } from '@recado/shared/contacts/contact'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Notes } from '../../web/src/contacts/one/Notes.tsx'
import { aSessionUser } from '../support/actors.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

const { call, session } = vi.hoisted(() => ({
  call: vi.fn(),
  session: { user: vi.fn(), onChange: () => () => undefined },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({ session }))

let contact: Pick<ContactDetails, 'id' | 'notes'>
beforeAll(showKeys)
beforeEach(() => {
  contact = { id: crypto.randomUUID(), notes: [] }
  call.mockReset()
  session.user.mockReturnValue(aSessionUser())
})

interface Props {
  label?: string
  value?: string
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
  )
  const props = (has: (props: Props) => boolean) =>
    elementsIn<Props>(answer()?.tree)
      .map((element) => element.props)
      .find(has)
  const field = () => props(({ label }) => label === 'contactBook.notes.text')
  return {
    text: () => field()?.value,
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
    await again.answers(() => answer.resolve({}))
    expect(again.text()).toBe('')
    await again.close()
  })

  test('stays when saving it fails', async () => {
    call.mockRejectedValue(new Error('No network'))
    const panel = await opened()
    await panel.types('Prefere a tarde')
    await panel.saves()
    await panel.close()
    const again = await opened()
    expect(again.text()).toBe('Prefere a tarde')
    await again.close()
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
