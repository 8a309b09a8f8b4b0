import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_THEME } from '@mantine/core'
import { expect, test } from 'vitest'
import { COLORS } from '../../web/src/ui/theme/tokens.ts'
import { variables } from '../../web/src/ui/theme/variables.ts'

const { light, dark } = variables(DEFAULT_THEME)
const css = readFileSync(
  join(import.meta.dirname, '../../web/src/companies/list/companies.module.css'),
  'utf8',
)

/** The two CSS values of a row's colour, for the light and the dark scheme. */
function valuesOf(row: string): [string, string] {
  const [, value = ''] = new RegExp(`\\.${row} \\{\\s*--standing: (.+);`).exec(css) ?? []
  const [, inLight, inDark] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? []
  return [inLight ?? value, inDark ?? value]
}

/** Red, green and blue, 0 to 1, of a palette's step or of a variable of the theme. */
function channelsOf(value: string, theme: Record<string, string>): number[] {
  const [, name = ''] = /^var\((.+)\)$/.exec(value) ?? []
  const [, palette, step] = /^--mantine-color-(\w+)-(\d)$/.exec(name) ?? []
  const shades = Object.entries(COLORS).find(([color]) => color === palette)?.[1]
  const color = shades?.[Number(step)] ?? theme[name] ?? ''
  return (color.slice(1).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16) / 255)
}

/** A colour's word by its hue, in degrees. */
function wordOf([red = 0, green = 0, blue = 0]: number[]): string {
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (range < 0.1) return 'grey'
  const hue = (60 * ((green - blue) / range) + 360) % 360
  if (most !== red) return 'none of them'
  if (hue < 12 || hue > 348) return 'red'
  if (hue > 18 && hue < 30) return 'orange'
  return hue > 38 && hue < 60 ? 'yellow' : 'none of them'
}

test.each([
  ['archived', 'grey'],
  ['overdue', 'red'],
  ['due', 'orange'],
  ['soon', 'yellow'],
])('the row of a company that is %s is %s, in the light and in the dark', (row, color) => {
  const [inLight, inDark] = valuesOf(row)
  expect(wordOf(channelsOf(inLight, light))).toBe(color)
  expect(wordOf(channelsOf(inDark, dark))).toBe(color)
})
