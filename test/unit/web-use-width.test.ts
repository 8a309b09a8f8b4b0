import { afterEach, expect, test, vi } from 'vitest'
import { useWidth } from '../../web/src/ui/use-width.ts'
import { mounted } from '../support/mounted.ts'
import { stubResizeObserver } from '../support/resize-observer.ts'

const { font } = vi.hoisted(() => ({ font: { size: 16 } }))
vi.mock('../../web/src/ui/root-font-size.ts', () => ({ rootFontSize: () => font.size }))
afterEach(() => void vi.unstubAllGlobals())

test('a width is known as soon as the element is there, follows its changes, and counts in a font of 16 px', async () => {
  const { observed, resize } = stubResizeObserver()
  const hook = await mounted(() => useWidth(), {})
  expect(hook.answer()?.width).toBe(0)

  const element = { offsetWidth: 800 } as HTMLElement
  let end: unknown
  await hook.after(() => {
    end = hook.answer()?.ref(element)
  })
  expect(hook.answer()?.width).toBe(800)

  Object.assign(element, { offsetWidth: 600 })
  await hook.after(resize)
  expect(hook.answer()?.width).toBe(600)

  font.size = 20
  await hook.after(resize)
  expect(hook.answer()?.width).toBe(480)

  expect(observed).toEqual(new Set([element]))
  if (typeof end === 'function') end()
  expect(observed.size).toBe(0)
  await hook.unmount()
})
