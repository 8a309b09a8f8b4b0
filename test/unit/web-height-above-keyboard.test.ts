import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHeightAboveKeyboard } from '../../web/src/tickets/page/use-height-above-keyboard.ts'
import { mounted } from '../support/mounted.ts'

const style = new Map<string, string>()
const scrollTo = vi.fn()
let isTouch: boolean
let viewport: EventTarget & { height: number; scale: number; pageTop: number }
let page: EventTarget & { activeElement: unknown }

/** A field, in a dialog or on the page itself. */
const aField = (isInDialog = false) => ({
  matches: (selector: string) => !(isInDialog && selector.startsWith('#content ')),
  scrollIntoView: vi.fn(),
})

beforeEach(() => {
  style.clear()
  scrollTo.mockClear()
  isTouch = true
  viewport = Object.assign(new EventTarget(), { height: 740, scale: 1, pageTop: 0 })
  page = Object.assign(new EventTarget(), {
    activeElement: null,
    documentElement: {
      style: {
        setProperty: (name: string, value: string) => style.set(name, value),
        removeProperty: (name: string) => style.delete(name),
      },
    },
  })
  vi.stubGlobal('visualViewport', viewport)
  vi.stubGlobal('document', page)
  vi.stubGlobal('scrollTo', scrollTo)
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' && isTouch }))
})
afterEach(() => void vi.unstubAllGlobals())

const heights = () => [...style.values()]
const focus = (field: unknown) => {
  page.activeElement = field
  page.dispatchEvent(new Event(field ? 'focusin' : 'focusout'))
}
/** The keyboard comes up or goes. */
const resize = (to: Partial<typeof viewport>) => {
  Object.assign(viewport, to)
  viewport.dispatchEvent(new Event('resize'))
}

test('the page ends above the keyboard while a field of it has the focus', async () => {
  const desk = await mounted(useHeightAboveKeyboard, undefined)
  resize({ height: 700 })
  expect(heights()).toEqual([])
  focus(aField())
  resize({ height: 400.4 })
  expect(heights()).toEqual(['400px'])
  focus(null)
  expect(heights()).toEqual([])
  focus(aField())
  await desk.unmount()
  expect(heights()).toEqual([])
  resize({ height: 300 })
  expect(heights()).toEqual([])
})

test('the page is moved back where Safari moved it up, and the field is in view', async () => {
  await mounted(useHeightAboveKeyboard, undefined)
  const field = aField()
  focus(field)
  resize({ height: 400 })
  expect(scrollTo).not.toHaveBeenCalled()
  viewport.pageTop = 280
  viewport.dispatchEvent(new Event('scroll'))
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0)
  expect(field.scrollIntoView).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' })
})

test('a pinch changes neither the height of the page nor the part in view', async () => {
  await mounted(useHeightAboveKeyboard, undefined)
  focus(aField())
  resize({ height: 200, scale: 2, pageTop: 90 })
  expect(heights()).toEqual(['400px'])
  expect(scrollTo).not.toHaveBeenCalled()
})

test('a field of a dialog, and a page with a mouse, leave the height to the style sheet', async () => {
  const desk = await mounted(useHeightAboveKeyboard, undefined)
  focus(aField(true))
  resize({ height: 400, pageTop: 280 })
  await desk.unmount()
  isTouch = false
  await mounted(useHeightAboveKeyboard, undefined)
  focus(aField())
  expect(heights()).toEqual([])
  expect(scrollTo).not.toHaveBeenCalled()
})
