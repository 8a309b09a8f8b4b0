import { globSync, readFileSync } from 'node:fs'
import { createElement } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { ContactNumber } from '../../web/src/contacts/ContactName.tsx'
import { speakPortuguese } from '../support/portuguese.ts'
import { markupOf, textIn } from '../support/web-markup.ts'

beforeAll(speakPortuguese)

const numberOf = (number: string | null) => markupOf(createElement(ContactNumber, { contact: { number } }))

test('a foreign number has the flag of its country, which screen readers read by its name', () => {
  const html = numberOf('351912345678')
  expect(html).toContain('role="img" aria-label="Portugal"')
  expect(textIn(html)).toBe('🇵🇹 +351 912345678')
})

test('a Brazilian number and a hidden one have no flag', () => {
  expect(numberOf('5511987654321')).toBe('+55 11 98765-4321')
  expect(numberOf(null)).toBe('Número oculto pelo WhatsApp')
})

test('every number that stands alone is shown with its flag', () => {
  const alone = globSync('web/src/**/*.tsx').filter(
    (file) =>
      !file.endsWith('/ShownNumber.tsx') &&
      !file.includes('/preview/') &&
      /([>?:] ?|(?<!\$)\{)formatNumber\([\w.]+\)(\}|<)/.test(readFileSync(file, 'utf8')),
  )
  expect(alone).toEqual([])
})
