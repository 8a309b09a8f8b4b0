import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isPublicText } from '../../web/src/i18n/public-texts.ts'

/** Everything whose texts the pages before the login show. */
const SHOWN = [
  'web/src/public/*.{ts,tsx}',
  'web/src/ui/{form,toast}.ts',
  'web/src/shell/release/missing-parts.ts',
]
const ROOT = join(import.meta.dirname, '../..')

test('the pages before the login load every text that they show', () => {
  const keys = globSync(SHOWN, { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/'([a-zA-Z]+(?:\.[a-zA-Z_]+)+)'/g)].map(
      ([, key = '']) => key,
    ),
  )
  const texts = keys.filter((key) => !/\.tsx?$|\.css$/.test(key))
  expect(texts.length).toBeGreaterThan(40)
  expect(texts.filter((key) => !isPublicText(key))).toEqual([])
})
