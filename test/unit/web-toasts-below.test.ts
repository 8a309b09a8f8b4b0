import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepToastsBelow } from '../../web/src/tickets/page/keep-toasts-below.ts'

const style = new Map<string, string>()
let bottom: number
let observed: Set<unknown>
let resize: () => void

beforeEach(() => {
  style.clear()
  observed = new Set()
  vi.stubGlobal('document', {
    documentElement: {
      style: {
        setProperty: (name: string, value: string) => style.set(name, value),
        removeProperty: (name: string) => style.delete(name),
      },
    },
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        resize = changed
      }
      observe = (element: unknown) => observed.add(element)
      disconnect = () => observed.clear()
    },
  )
})
afterEach(() => void vi.unstubAllGlobals())

test('toasts stand below the header of the open ticket, also when a bar moves it, until it closes', () => {
  const pane = {}
  const header = { parentElement: pane, getBoundingClientRect: () => ({ bottom }) }
  const end = keepToastsBelow(header as unknown as HTMLElement)
  // An observer calls back for each element that it begins with.
  expect(observed).toEqual(new Set([header, pane]))
  for (const place of [132, 180]) {
    bottom = place
    resize()
    expect([...style.values()]).toEqual([`${place}px`])
  }
  end?.()
  expect([style.size, observed.size]).toEqual([0, 0])
})
