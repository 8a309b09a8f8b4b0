import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DataCards } from '../../web/src/ui/DataCards.tsx'
import { DataRows } from '../../web/src/ui/DataRows.tsx'
import { type Column, DataTable } from '../../web/src/ui/DataTable.tsx'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

const { size } = vi.hoisted(() => ({ size: { width: 0 } }))
vi.mock('../../web/src/ui/use-width.ts', () => ({
  useWidth: () => ({ ref: () => undefined, width: size.width }),
}))
vi.mock('../../web/src/ui/use-is-phone.ts', () => ({ useIsPhone: () => false }))

const columns: Column<string>[] = [
  { key: 'name', header: 'Name', place: 'title', cell: (name) => name },
  { key: 'tags', header: 'Tags', minTableWidth: 840, cell: () => 'VIP' },
]
const list = { records: ['Ana'], isPending: false, isFetching: false, error: null, refetch: () => undefined }

beforeAll(showKeys)
beforeEach(() => {
  vi.stubGlobal('document', { addEventListener: () => undefined, removeEventListener: () => undefined })
})

interface Shown {
  columns?: Column<string>[]
  onClick?: () => void
  children?: string
}

/** A table of this width (px): how its records are shown, their columns, and its button. */
async function shownTable(width: number, of = list) {
  size.width = width
  const table = await mounted(
    () => ({
      tree: DataTable({ label: 'People', columns, list: of, rowKey: (name) => name, empty: 'Nobody' }),
    }),
    {},
  )
  const parts = () => elementsIn<Shown>(table.answer()?.tree)
  const button = () => parts().find(({ props }) => props.onClick)?.props
  const look = () => {
    const content = parts().find(({ type }) => type === DataRows || type === DataCards)
    return [content?.type === DataCards ? 'cards' : 'rows', content?.props.columns?.map(({ key }) => key)]
  }
  return { ...table, look, button, parts }
}

test('a table with room for all columns has no button for them', async () => {
  const table = await shownTable(900)
  expect([table.look(), table.button()]).toEqual([['rows', ['name', 'tags']], undefined])
  await table.unmount()
})

test('a table that hides columns shows all of them on request, on cards, and becomes a table again', async () => {
  const table = await shownTable(700)
  expect([table.look(), table.button()?.children]).toEqual([['rows', ['name']], 'common.allColumns'])
  await table.after(() => table.button()?.onClick?.())
  expect([table.look(), table.button()?.children]).toEqual([['cards', ['name', 'tags']], 'common.asTable'])
  await table.after(() => table.button()?.onClick?.())
  expect(table.look()).toEqual(['rows', ['name']])
  await table.unmount()
})

test('an empty list stands in the region that screen readers follow', async () => {
  const table = await shownTable(700, { ...list, records: [] })
  const status = table.parts().find(({ props }) => 'role' in props && props.role === 'status')
  expect(status?.props.children).toContain('Nobody')
  expect(table.button()).toBeUndefined()
  await table.unmount()
})
