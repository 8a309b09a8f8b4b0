import { expect, test, vi } from 'vitest'
import { firstClick } from '../../web/src/ui/first-click.ts'

test('a double click acts once, and the keyboard acts too', () => {
  const act = vi.fn()
  const click = firstClick(act)
  click({ detail: 1 })
  click({ detail: 2 })
  expect(act).toHaveBeenCalledOnce()
  click({ detail: 0 })
  expect(act).toHaveBeenCalledTimes(2)
})
