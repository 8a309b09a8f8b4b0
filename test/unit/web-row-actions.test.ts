import { globSync, readFileSync } from 'node:fs'
import { createElement } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { RecordActions } from '../../web/src/ui/RecordActions.tsx'
import { speakPortuguese } from '../support/portuguese.ts'
import { markupOf, noSign } from '../support/web-markup.ts'

beforeAll(speakPortuguese)

const namesIn = (html: string) =>
  [...html.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name)

test('a row shows one action, and keeps the others under ⋯', () => {
  const html = markupOf(
    createElement(RecordActions, {
      name: 'Feira',
      first: { label: 'Editar Feira', icon: noSign },
      others: [{ label: 'Excluir', icon: noSign, danger: true }],
    }),
  )
  expect(namesIn(html)).toEqual(['Editar Feira', 'Mais ações: Feira'])
})

test('a row without further actions has no ⋯', () => {
  const html = markupOf(
    createElement(RecordActions, {
      name: 'Feira',
      first: { label: 'Editar Feira', icon: noSign },
      others: [],
    }),
  )
  expect(namesIn(html)).toEqual(['Editar Feira'])
})

test('no list shows two actions of a row beside each other', () => {
  const crowded = globSync('web/src/**/*.tsx').filter(
    (file) => readFileSync(file, 'utf8').split(/<RowAction\s/).length > 2,
  )
  expect(crowded).toEqual([])
})
