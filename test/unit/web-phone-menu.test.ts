import { beforeEach, expect, test, vi } from 'vitest'
import { usePhoneMenu } from '../../web/src/shell/use-phone-menu.ts'
import { mounted } from '../support/mounted.ts'

const { window: now } = vi.hoisted(() => ({ window: { isPhone: true, pathname: '/contacts' } }))
vi.mock('../../web/src/ui/use-is-phone.ts', () => ({ useIsPhone: () => now.isPhone }))
vi.mock('../../web/src/ui/use-escape.ts', () => ({
  useEscape: (isOpen: boolean, onEscape: () => void) => {
    escapeMenu = isOpen ? onEscape : undefined
  },
}))
vi.mock('@tanstack/react-router', () => ({
  useLocation: ({ select }: { select: (location: object) => string }) => select({ pathname: now.pathname }),
}))

let escapeMenu: (() => void) | undefined
const page = { focus: vi.fn() }
const button = { focus: vi.fn() }
beforeEach(() => {
  vi.clearAllMocks()
  Object.assign(now, { isPhone: true, pathname: '/contacts' })
  vi.stubGlobal('document', { activeElement: {}, getElementById: () => page })
})

/** The menu in its frame, with its button. */
async function shownMenu() {
  const menu = await mounted(() => {
    const answer = usePhoneMenu()
    Object.assign(answer.toggleRef, { current: button })
    return answer
  }, {})
  return { ...menu, away: () => [menu.answer()?.isMenuAway, menu.answer()?.isPageAway] }
}

test('keys reach the menu of a phone or the page below it, and never both', async () => {
  const menu = await shownMenu()
  expect(menu.away()).toEqual([true, false])
  await menu.after(() => menu.answer()?.toggle())
  expect(menu.away()).toEqual([false, true])
  await menu.unmount()
})

test('beside a wide page the menu is always within reach', async () => {
  now.isPhone = false
  const menu = await shownMenu()
  expect(menu.away()).toEqual([false, false])
  await menu.after(() => menu.answer()?.toggle())
  expect(menu.away()).toEqual([false, false])
  await menu.unmount()
})

test('a link of the menu of a phone leads the focus to the page, and Escape leads it back to the button', async () => {
  const menu = await shownMenu()
  expect(page.focus).not.toHaveBeenCalled()
  await menu.after(() => menu.answer()?.toggle())
  now.pathname = '/connections'
  await menu.show({})
  expect([menu.away(), page.focus.mock.calls.length]).toEqual([[true, false], 1])
  await menu.after(() => menu.answer()?.toggle())
  button.focus.mockImplementation(() => vi.stubGlobal('document', { activeElement: button }))
  await menu.after(() => escapeMenu?.())
  expect([menu.away(), button.focus.mock.calls.length, page.focus.mock.calls.length]).toEqual([
    [true, false],
    1,
    1,
  ])
  await menu.unmount()
})
