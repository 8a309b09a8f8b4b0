import { expect, test } from 'vitest'
import { lockedPackages } from '../support/locked-packages.ts'

const lock = (packages: Record<string, object>) => JSON.stringify({ packages })
const PACKAGES = {
  '': { dependencies: { tool: '1' } },
  server: { dependencies: { table: '1', absent: '1' } },
  web: { dependencies: { table: '1', screen: '1' } },
  'node_modules/server': { link: true, resolved: 'server' },
  'node_modules/web': { link: true, resolved: 'web' },
  'node_modules/tool': { version: '1' },
  'node_modules/table': { version: '1', dependencies: { rows: '2' } },
  'node_modules/table/node_modules/rows': { version: '2' },
  'node_modules/rows': { version: '1' },
  'node_modules/screen': { version: '1', dependencies: { rows: '1' } },
}
const paths = (text: string) => text.split('\n').map((line) => line.split(' ')[0])

test('the packages of the other workspaces are locked, at any depth, each where Node finds it', () => {
  expect(paths(lockedPackages(lock(PACKAGES), 'web'))).toEqual([
    '',
    'node_modules/table',
    'node_modules/table/node_modules/rows',
    'node_modules/tool',
    'server',
  ])
})

test('only a change outside the excepted workspace changes the text', () => {
  const of = (changed: Record<string, object>) => lockedPackages(lock({ ...PACKAGES, ...changed }), 'web')
  const before = of({})
  expect(of({ 'node_modules/screen': { version: '2' }, web: { dependencies: {} } })).toBe(before)
  expect(of({ 'node_modules/table/node_modules/rows': { version: '3' } })).not.toBe(before)
})
