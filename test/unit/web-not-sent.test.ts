import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { NotSent } from '../../web/src/tickets/messages/NotSent.tsx'
import { ConfirmDialog } from '../../web/src/ui/ConfirmDialog.tsx'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

interface Props {
  children?: ReactNode
  opened?: boolean
  onClick?: () => void
  onConfirm?: () => void
  onClose?: () => void
}

const [onRetry, onDiscard] = [vi.fn(), vi.fn()]
beforeAll(showKeys)
beforeEach(() => void vi.clearAllMocks())

/** A message that did not leave. */
async function shown(over: Partial<Parameters<typeof NotSent>[0]> = {}) {
  const props = { hasFailed: true, reason: 'Recusado', onRetry, onDiscard, ...over }
  const page = await mounted(() => ({ tree: NotSent(props) }), {})
  const elements = () => elementsIn<Props>(page.answer()?.tree)
  return {
    ...page,
    button: (key: string) =>
      elements().find(({ props: { children, onClick } }) => onClick && children === key),
    question: () => elements().find(({ type }) => type === ConfirmDialog)?.props,
  }
}

test('a message that did not leave is discarded only after a question', async () => {
  const { button, question, after, unmount } = await shown()
  expect(question()).toMatchObject({ opened: false })
  const discards = () => after(() => button('tickets.send.discard')?.props.onClick?.())
  await discards()
  expect(question()).toMatchObject({ opened: true, title: 'tickets.send.discardTitle' })
  await after(() => question()?.onClose?.())
  expect(question()).toMatchObject({ opened: false })
  expect(onDiscard).not.toHaveBeenCalled()
  await discards()
  await after(() => question()?.onConfirm?.())
  expect(onDiscard).toHaveBeenCalledTimes(1)
  await unmount()
})

test('a message that would be refused again is not offered to be sent again', async () => {
  const [again, refused] = [await shown(), await shown({ onRetry: undefined, onSendAsDocument: vi.fn() })]
  expect(again.button('tickets.send.retry')).toBeDefined()
  expect(again.button('tickets.files.asDocument')).toBeUndefined()
  expect(refused.button('tickets.send.retry')).toBeUndefined()
  expect(refused.button('tickets.files.asDocument')).toBeDefined()
  for (const page of [again, refused]) await page.unmount()
})
