import { beforeAll, expect, test, vi } from 'vitest'
import { LeaveGuard } from '../../web/src/ui/LeaveGuard.tsx'
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

const at = (pathname: string) => ({ pathname, search: {} })

beforeAll(showKeys)

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
