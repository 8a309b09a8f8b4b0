import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepToastsBelow } from '../../web/src/tickets/page/keep-toasts-below.ts'
import { stubResizeObserver } from '../support/resize-observer.ts'

const style = new Map<string, string>()
let bottom: number
let sizes: ReturnType<typeof stubResizeObserver>

beforeEach(() => {
  style.clear()
  vi.stubGlobal('document', {
    documentElement: {
      style: {
        setProperty: (name: string, value: string) => style.set(name, value),
        removeProperty: (name: string) => style.delete(name),
      },
    },
  })
  sizes = stubResizeObserver()
})
afterEach(() => void vi.unstubAllGlobals())

test('toasts stand below the header of the open ticket, also when a bar moves it, until it closes', () => {
  const pane = {}
  const header = { parentElement: pane, getBoundingClientRect: () => ({ bottom }) }
  const end = keepToastsBelow(header as unknown as HTMLElement)
  // An observer calls back for each element that it begins with.
  expect(sizes.observed).toEqual(new Set([header, pane]))
  for (const place of [132, 180]) {
    bottom = place
    sizes.resize()
    expect([...style.values()]).toEqual([`${place}px`])
  }
  end?.()
  expect([style.size, sizes.observed.size]).toEqual([0, 0])
})
