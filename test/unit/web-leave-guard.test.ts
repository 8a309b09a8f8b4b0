import { useForm } from '@mantine/form'
import type { ComponentProps, ReactNode } from 'react'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { FormDialog } from '../../web/src/ui/FormDialog.tsx'
import { LeaveGuard } from '../../web/src/ui/LeaveGuard.tsx'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

type Blocks = (navigation: { current: object; next: object; action?: string }) => boolean
/** The questions of the guards on the page, in their order. */
const { guards } = vi.hoisted(() => ({ guards: [] as Blocks[] }))
vi.mock('@tanstack/react-router', () => ({
  useBlocker: ({ shouldBlockFn }: { shouldBlockFn: Blocks }) => {
    guards.push(shouldBlockFn)
    return { status: 'blocked', next: at('/contacts'), proceed: () => undefined }
  },
}))

const at = (pathname: string) => ({ pathname, search: {} })

beforeAll(showKeys)
beforeEach(() => {
  guards.length = 0
})

test('a user who agrees to leave a page with two unsaved forms is asked once, and both forms learn it', async () => {
  const left: string[] = []
  const aGuard = (name: string) =>
    mounted(() => ({ question: LeaveGuard({ isDirty: true, onLeave: () => left.push(name) }) }), {})
  const [one, other] = [await aGuard('note'), await aGuard('edit')]
  const blocks = () => guards.map((guard) => guard({ current: at('/tickets/u1'), next: at('/contacts') }))
  expect([blocks(), left]).toEqual([[true, true], []])
  one.answer()?.question.props.onConfirm()
  expect([guards[1]?.({ current: at('/tickets/u1'), next: at('/contacts') }), left]).toEqual([
    false,
    ['note', 'edit'],
  ])
  await one.unmount()
  await other.unmount()
})

const page = { pathname: '/users', search: { search: 'ana', dialog: 'edit', id: 'U1' } }
const closed = { pathname: '/users', search: { search: 'ana' } }

/** Whether the guard of an open dialog asks before a navigation. */
const asks = (action: string, next: object = closed, current: object = page) =>
  guards.at(-1)?.({ current, next, action })

/** A form dialog in which the name was typed, and what its buttons do. */
async function aTypedDialog(onClose = () => undefined as unknown) {
  const dialog = await mounted(
    ({ isBusy }: { isBusy: boolean }) => {
      const form = useForm({ initialValues: { name: '' } })
      const tree = FormDialog({
        title: 'Contact',
        action: 'Save',
        form,
        error: null,
        isBusy,
        onSubmit: () => undefined,
        onClose: () => void onClose(),
        children: null,
      })
      const shown = elementsIn<{ children?: ReactNode; disabled?: boolean; onClick?: () => void }>(tree)
      const guard = elementsIn<ComponentProps<typeof LeaveGuard> & { children?: ReactNode }>(tree).find(
        ({ type }) => type === LeaveGuard,
      )
      return {
        question: guard && LeaveGuard(guard.props),
        type: (name: string) => form.setFieldValue('name', name),
        mayCancel: () => !shown.find(({ props }) => props.children === 'common.cancel')?.props.disabled,
        cancel: () => shown.find(({ props }) => props.children === 'common.cancel')?.props.onClick?.(),
      }
    },
    { isBusy: false },
  )
  await dialog.after(() => dialog.answer()?.type('Ana'))
  return dialog
}

test('the back button asks before a dialog with typed values closes', async () => {
  const dialog = await aTypedDialog()
  expect([asks('BACK'), asks('BACK', at('/tickets')), asks('PUSH', at('/tickets'))]).toEqual([
    true,
    true,
    true,
  ])
  expect(asks('BACK', { pathname: '/users', search: { ...page.search, search: '' } })).toBe(false)
  expect(asks('BACK', { pathname: '/users', search: { ...page.search, id: 'U2' } })).toBe(true)
  expect(asks('BACK', at('/users'), { pathname: '/users', search: { dialog: 'new' } })).toBe(true)
  await dialog.after(() => dialog.answer()?.type(''))
  expect([asks('BACK'), asks('PUSH')]).toEqual([false, false])
  await dialog.unmount()
})

test('a dialog in the URL closes without a question when the user cancels it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const asked: unknown[] = []
  const dialog = await aTypedDialog(() => asked.push(asks('PUSH')))
  await dialog.after(() => dialog.answer()?.cancel())
  expect(asked).toEqual([false])
  // This dialog stayed.
  vi.runAllTimers()
  expect(asks('PUSH')).toBe(true)
  await dialog.unmount()
})

test('nothing asks while a save runs, and it cannot be cancelled', async () => {
  const dialog = await aTypedDialog()
  await dialog.show({ isBusy: true })
  expect([asks('PUSH', at('/contacts/C1')), asks('REPLACE'), asks('BACK')]).toEqual([false, false, false])
  expect(dialog.answer()?.mayCancel()).toBe(false)
  await dialog.show({ isBusy: false })
  expect(asks('PUSH', at('/contacts/C1'))).toBe(true)
  expect(dialog.answer()?.mayCancel()).toBe(true)
  await dialog.unmount()
})
