import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const routes = globSync('web/src/routes/**/*.tsx').map((file) => ({ file, text: readFileSync(file, 'utf8') }))

test('a filter, a tab or a dialog in the address leaves the page at the place that the user scrolled to', () => {
  const searches = routes.flatMap(({ file, text }) =>
    [...text.matchAll(/navigate\(\{ search.*?\}\)/g)].map(([call]) => ({ file, call })),
  )
  expect(searches.length).toBeGreaterThan(20)
  expect(searches.filter(({ call }) => !call.includes('resetScroll: false'))).toEqual([])
})
