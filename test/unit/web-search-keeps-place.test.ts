import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const routes = globSync('web/src/routes/**/*.tsx').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const filesWith = (text: RegExp) => routes.filter((route) => text.test(route.text)).map(({ file }) => file)

// `useSetSearch` keeps the place that the user scrolled to: see web-navigate-from-here.test.ts.
test('a filter, a tab or a dialog in the address is set by useSetSearch alone', () => {
  expect(filesWith(/useSetSearch\(Route/).length).toBeGreaterThan(20)
  expect(filesWith(/navigate\(\{ search/)).toEqual([])
})
