import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const SCRIPT = readFileSync(join(import.meta.dirname, '../../web/public/first-paint.js'), 'utf8')

/** The attributes of the page after the script ran in a browser. @param lacks globals that this browser has in an older form */
function attributesIn(lacks: object = {}, supports = true): Record<string, string> {
  const attributes: Record<string, string> = {}
  runInNewContext(SCRIPT, {
    document: {
      documentElement: { setAttribute: (name: string, value: string) => (attributes[name] = value) },
    },
    localStorage: { getItem: () => null },
    matchMedia: () => ({ matches: true }),
    CSS: { supports: () => supports },
    Map,
    Promise,
    Intl,
    ...lacks,
  })
  return attributes
}

test('a browser with all that the app needs is not called old', () => {
  expect(attributesIn()).toEqual({ 'data-mantine-color-scheme': 'dark' })
})

test.each([
  ['styles by colour scheme', {}, false],
  ['Map.groupBy', { Map: class {} }, true],
  ['Promise.withResolvers', { Promise: class {} }, true],
  ['Intl.Segmenter', { Intl: {} }, true],
])('a browser without %s is told that it is too old', (_, lacks, supports) => {
  expect(attributesIn(lacks, supports)).toHaveProperty('data-old-browser')
})
