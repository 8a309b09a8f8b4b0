import { beforeEach, expect, test, vi } from 'vitest'
import { placeInList } from '../../web/src/ui/place-in-list.ts'
import { useFocusBack } from '../../web/src/ui/use-focus-back.ts'
import { useRowFocus } from '../../web/src/ui/use-row-focus.ts'
import { mounted } from '../support/mounted.ts'

/** As much of an element as the focus needs. */
class Node {
  isConnected = true
  parentElement: Node | null = null
  children: Node[] = []
  readonly attributes: Record<string, string>
  constructor(attributes: Record<string, string>, ...children: Node[]) {
    this.attributes = attributes
    this.children = children
    for (const child of children) child.parentElement = this
  }
  hasAttribute = (name: string) => name in this.attributes
  focus = () => Object.assign(page, { activeElement: this })
  contains = (other: Node): boolean => this === other || this.children.some((child) => child.contains(other))
  closest = (selector: string): Node | undefined =>
    selector === '[data-index]' && 'data-index' in this.attributes
      ? this
      : this.parentElement?.closest(selector)
  querySelector = (): Node | undefined =>
    this.children.map((child) => ('href' in child.attributes ? child : child.querySelector())).find(Boolean)
}

let page: { activeElement: Node; body: Node; focusin: (event: { target: Node }) => void }
const row = (index: number) => new Node({ 'data-index': `${index}` }, new Node({ href: `/${index}` }))
let rows: Node[]
let list: Node
let main: Node

beforeEach(() => {
  rows = [0, 1, 2].map(row)
  list = new Node({}, ...rows)
  main = new Node({ tabindex: '-1' }, list)
  const body = new Node({}, main)
  page = { body, activeElement: body, focusin: () => undefined }
  vi.stubGlobal('Element', Node)
  vi.stubGlobal('HTMLElement', Node)
  vi.stubGlobal(
    'document',
    Object.assign(page, {
      addEventListener: (_: string, listener: typeof page.focusin) =>
        Object.assign(page, { focusin: listener }),
      removeEventListener: () => undefined,
    }),
  )
})

const linkOf = (index: number): Node => rows[index]?.querySelector() ?? new Node({})
/** The row and what is in it leave the page, and the browser drops the focus. */
function remove(index: number): void {
  Object.assign(rows[index] ?? {}, { isConnected: false })
  linkOf(index).isConnected = false
  page.activeElement = page.body
}
const asElement = (node: Node) => node as unknown as HTMLElement

test('the focus of a removed row goes to the row below, else to the one above, else to what holds the list', () => {
  const focusPlace = placeInList(asElement(linkOf(1)))
  remove(1)
  focusPlace()
  expect(page.activeElement).toBe(linkOf(2))
  remove(2)
  focusPlace()
  expect(page.activeElement).toBe(linkOf(0))
  remove(0)
  focusPlace()
  expect(page.activeElement).toBe(main)
})

test('a list that is drawn without the row that had the focus hands it on, and leaves any other focus alone', async () => {
  const shown = await mounted(() => useRowFocus({ current: asElement(list) }), {})
  page.focusin({ target: linkOf(1) })
  await shown.show({})
  expect(page.activeElement).toBe(page.body)
  remove(1)
  await shown.show({})
  expect(page.activeElement).toBe(linkOf(2))
  page.focusin({ target: linkOf(2) })
  page.focusin({ target: main })
  remove(2)
  await shown.show({})
  expect(page.activeElement).toBe(page.body)
  await shown.unmount()
})

test('a dialog that deleted the row of its button gives the focus to the row that takes its place', async () => {
  linkOf(0).focus()
  const dialog = await mounted(() => useFocusBack(), {})
  remove(0)
  await dialog.unmount()
  expect(page.activeElement).toBe(linkOf(1))
})
