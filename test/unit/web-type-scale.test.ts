import { globSync, readFileSync } from 'node:fs'
import { Kbd, MantineProvider } from '@mantine/core'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StatusBadge } from '../../web/src/ui/StatusBadge.tsx'
import { theme } from '../../web/src/ui/theme/theme.ts'
import { FONT_SIZES } from '../../web/src/ui/theme/tokens.ts'
import { noSign } from '../support/web-markup.ts'

/** They show what WhatsApp shows, in its letters. */
const LIKE_WHATSAPP = ['web/src/ui/whatsapp/', 'web/src/campaigns/form/preview/']

/** The sources of the app's look, by the pattern of their files. */
const sources = (pattern: string) =>
  globSync(`web/src/**/${pattern}`)
    .filter((file) => !LIKE_WHATSAPP.some((folder) => file.startsWith(folder)))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** What a pattern finds in the sources beyond the allowed values. */
const found = (files: ReturnType<typeof sources>, pattern: RegExp, allowed: RegExp) =>
  files.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].flatMap(([, value = '']) => (allowed.test(value) ? [] : `${file}: ${value}`)),
  )

test('the type scale is 12, 14, 16, 20 and 28 px', () => {
  expect(Object.values(FONT_SIZES).map((size) => Number.parseFloat(size) * 16)).toEqual([12, 14, 16, 20, 28])
})

test('every size of letters is of the type scale', () => {
  // Safari on iOS zooms into fields with smaller letters.
  const allowed = /^(var\(--mantine-font-size-(xs|sm|md|lg|xl)\)|inherit|max\(16px, 1em\))$/
  expect(found(sources('*.css'), /font-size: ([^;]+);/g, allowed)).toEqual([])
})

test('letters are of the weights 400, 500 and 600', () => {
  const faces = sources('*.css').filter(({ file }) => !file.endsWith('typeface.css'))
  expect(found(faces, /font-weight: ([^;]+);/g, /^[456]00$/)).toEqual([])
  expect(found(sources('*.tsx'), /fw=\{(\d+)\}/g, /^[456]00$/)).toEqual([])
  expect(theme.fontWeights?.bold).toBe('600')
})

test.each<[string, ReactElement]>([
  ['a status', createElement(StatusBadge, { look: { color: 'blue', icon: noSign }, label: 'Agendada' })],
  ['a key', createElement(Kbd, { size: 'xs' }, 'Ctrl K')],
])('the letters of %s are of the type scale', (_, element) => {
  const html = renderToStaticMarkup(createElement(MantineProvider, { theme }, element))
  expect(html).toMatch(/--(badge|kbd)-fz:0\.75rem/)
})
