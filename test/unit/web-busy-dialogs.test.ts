import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AttachmentsDialog } from '../../web/src/tickets/attachments/AttachmentsDialog.tsx'
import { ConfirmDialog } from '../../web/src/ui/ConfirmDialog.tsx'
import { Dialog } from '../../web/src/ui/Dialog.tsx'
import { BeginTwoStepDialog } from '../../web/src/users/profile/BeginTwoStepDialog.tsx'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

const { call, prepareFile, modal } = vi.hoisted(() => ({
  call: vi.fn(),
  prepareFile: vi.fn(),
  /** The properties of the open window. */
  modal: { opened: true, onClose: () => undefined as unknown, children: undefined as ReactNode },
}))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/tickets/attachments/prepare-files.ts', () => ({ prepareFile }))
vi.mock('../../web/src/ui/use-focus-back.ts', () => ({ useFocusBack: () => undefined }))
vi.mock('../../web/src/ui/use-is-phone.ts', () => ({ useIsPhone: () => false }))
vi.mock('@mantine/core', async (original) => ({
  ...(await original<typeof import('@mantine/core')>()),
  Modal: (props: typeof modal) => {
    if (props.opened) Object.assign(modal, props)
    return null
  },
}))

/** The handlers of keys of the page. */
const keys = new Set<(event: object) => void>()
const pressEscape = () => {
  for (const key of keys) key({ key: 'Escape', target: null })
}

beforeAll(showKeys)
beforeEach(() => {
  keys.clear()
  call.mockReset()
  vi.stubGlobal('Element', class {})
  vi.stubGlobal('addEventListener', (_: string, key: (event: object) => void) => keys.add(key))
  vi.stubGlobal('removeEventListener', (_: string, key: (event: object) => void) => keys.delete(key))
})

test('a dialog whose call is running stays open until the answer', async () => {
  const onClose = vi.fn()
  const dialog = { opened: true, onClose }
  const { show, unmount } = await mounted(Dialog, { ...dialog, isBusy: true })
  modal.onClose()
  pressEscape()
  expect(onClose).not.toHaveBeenCalled()
  await show({ ...dialog, isBusy: false })
  modal.onClose()
  pressEscape()
  expect(onClose).toHaveBeenCalledTimes(2)
  await unmount()
})

test('a question cannot be closed while its action is carried out', async () => {
  const question = { opened: true, title: 'Cancel it?', action: 'Cancel', children: null }
  const ask = (isBusy: boolean) => ({
    tree: ConfirmDialog({ ...question, isBusy, onConfirm: () => undefined, onClose: () => undefined }),
  })
  const { answer, show, unmount } = await mounted<boolean, ReturnType<typeof ask>>(ask, true)
  const isBusy = () => elementsIn<{ children?: ReactNode; isBusy?: boolean }>(answer()?.tree)[0]?.props.isBusy
  expect(isBusy()).toBe(true)
  await show(false)
  expect(isBusy()).toBe(false)
  await unmount()
})

interface Field {
  label?: string
  onChange?: (event: object) => void
  onSubmit?: (event: object) => void
  onClick?: () => void
  disabled?: boolean
  children?: ReactNode
}

test('the dialog of two-step sign-in stays open until its answer, which brings the recovery codes', async () => {
  const codes = Promise.withResolvers<object>()
  call.mockResolvedValueOnce({ uri: 'otpauth://', secret: 'S' }).mockReturnValueOnce(codes.promise)
  const onClose = vi.fn()
  const { after, unmount } = await mounted(BeginTwoStepDialog, { onClose })
  const shown = (has: (field: Field) => boolean) =>
    elementsIn<Field>(modal.children)
      .map(({ props }) => props)
      .find(has)
  const type = (label: string, value: string) =>
    after(() => shown((field) => field.label === label)?.onChange?.({ currentTarget: { value } }))
  await type('session.code', '123456')
  await type('users.currentPassword', 'password')
  const event = { preventDefault: () => undefined, stopPropagation: () => undefined }
  await after(() => shown(({ onSubmit }) => onSubmit !== undefined)?.onSubmit?.(event))
  expect(call).toHaveBeenCalledTimes(2)
  modal.onClose()
  pressEscape()
  expect(onClose).not.toHaveBeenCalled()
  expect(
    elementsIn<Field>(modal.children).find(({ type: its, props }) => its === Button && props.onClick)?.props
      .disabled,
  ).toBe(true)
  await after(() => codes.resolve({ recoveryCodes: ['A1'] }))
  await unmount()
})

test('files that cannot be prepared are still in their dialog, which can send them again or be closed', async () => {
  prepareFile.mockRejectedValueOnce(new DOMException('Out of memory', 'EncodingError'))
  const file = new File(['x'], 'photo.jpg', { type: 'image/jpeg' })
  const attachments = [{ id: 'A1', file, caption: '', asDocument: false }]
  const setAttachments = vi.fn()
  const { after, unmount } = await mounted(AttachmentsDialog, {
    chosen: { attachments, setAttachments, add: () => undefined },
    onSend: () => true,
  })
  const send = () =>
    elementsIn<Field & { loading?: boolean }>(modal.children)
      .map(({ props }) => props)
      .find(({ children }) => children === 'tickets.composer.send')
  await after(() => send()?.onClick?.())
  expect([send()?.loading, setAttachments.mock.calls]).toEqual([false, []])
  modal.onClose()
  expect(setAttachments).toHaveBeenCalledWith([])
  await unmount()
})
