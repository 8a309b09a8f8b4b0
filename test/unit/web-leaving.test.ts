import { expect, test } from 'vitest'
import { leavesForm } from '../../web/src/ui/place.ts'

const at = (pathname: string, search: object = {}) => ({ pathname, search })

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
