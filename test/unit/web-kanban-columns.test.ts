import { beforeEach, expect, test, vi } from 'vitest'

const asked = vi.hoisted((): string[][] => [])
vi.mock('../../web/src/api/call.ts', () => ({
  call: async (_: unknown, { stages }: { stages: string }) => {
    const names = stages.split(',')
    asked.push(names)
    return { columns: names.map((stage) => ({ stage })) }
  },
}))
const { firstPageOf } = await import('../../web/src/tickets/kanban-columns.ts')

beforeEach(() => asked.splice(0))

test('columns with the same filters are one call, and others are another', async () => {
  const all = { all: 'true' } as const
  const columns = await Promise.all([
    firstPageOf(null, all),
    firstPageOf('novo', all),
    firstPageOf('novo', {}),
  ])
  expect(columns.map(({ stage }) => stage)).toEqual(['none', 'novo', 'novo'])
  expect(asked).toEqual([['none', 'novo'], ['novo']])
})

test('more columns than a query takes are several calls', async () => {
  const names = Array.from({ length: 120 }, (_, index) => `tag${index}`)
  const columns = await Promise.all(names.map((name) => firstPageOf(name, {})))
  expect(columns.map(({ stage }) => stage)).toEqual(names)
  expect(asked.map(({ length }) => length)).toEqual([50, 50, 20])
})
