import { beforeAll, expect, test, vi } from 'vitest'
import { LeaveGuard } from '../../web/src/ui/LeaveGuard.tsx'
import { leavesForm } from '../../web/src/ui/place.ts'
import { mounted, showKeys } from '../support/mounted.ts'

type Blocks = (places: { current: object; next: object }) => boolean
/** The questions of the guards on the page, in their order. */
const { guards } = vi.hoisted(() => ({ guards: [] as Blocks[] }))
vi.mock('@tanstack/react-router', () => ({
  useBlocker: ({ shouldBlockFn }: { shouldBlockFn: Blocks }) => {
    guards.push(shouldBlockFn)
    return { status: 'blocked', next: at('/contacts'), proceed: () => undefined }
  },
}))

const at = (pathname: string, search: object = {}) => ({ pathname, search })

beforeAll(showKeys)

test('a form is left with its page or its tab, but not with another open message', () => {
  const here = at('/settings', { tab: 'retention', message: 1 })
  expect(leavesForm(here, at('/settings', { tab: 'retention', message: 2 }), false)).toBe(false)
  expect(leavesForm(here, at('/settings', { tab: 'privacy' }), false)).toBe(true)
  expect(leavesForm(here, at('/users', { tab: 'retention' }), false)).toBe(true)
})

test('a form beside a list stays when the tab of the list changes', () => {
  const here = at('/tickets/u1', { tab: 'aguardando' })
  expect(leavesForm(here, at('/tickets/u1', { tab: 'atendendo' }), true)).toBe(false)
  expect(leavesForm(here, at('/tickets/u1'), true)).toBe(false)
  expect(leavesForm(here, at('/tickets/u2', { tab: 'aguardando' }), true)).toBe(true)
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
