import { DEFAULT_THEME } from '@mantine/core'
import { expect, test } from 'vitest'
import { COLORS } from '../../web/src/ui/theme/tokens.ts'
import { variables } from '../../web/src/ui/theme/variables.ts'

const { light, dark } = variables(DEFAULT_THEME)

/** Relative luminance of a colour, #rgb or #rrggbb (WCAG 2.2). */
function luminance(color: string | undefined): number {
  const short = /^#(\w)(\w)(\w)$/.exec(color ?? '')
  const digits = short ? short.slice(1).map((digit) => digit + digit) : (color?.slice(1).match(/../g) ?? [])
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = digits.map((pair) => {
    const part = Number.parseInt(pair, 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [paler, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (Number(paler) + 0.05) / (Number(darker) + 0.05)
}

test('the contrast of white to black is 21, and of a colour to itself 1', () => {
  expect(contrast('#fff', '#000000')).toBeCloseTo(21)
  expect(contrast('#7a8780', '#7a8780')).toBe(1)
})

test.each([
  ['the light canvas', light, light['--recado-canvas']],
  ['a raised surface in the light', light, light['--recado-raised']],
  ['the dark canvas', dark, dark['--recado-canvas']],
  ['a card in the dark', dark, COLORS.dark[7]],
  ['a raised surface in the dark', dark, dark['--recado-raised']],
])(
  'the outline of an empty radio or checkbox has a contrast of 3 to %s (WCAG 1.4.11)',
  (_, tokens, surface) => {
    expect(contrast(tokens['--recado-outline'], surface)).toBeGreaterThanOrEqual(3)
  },
)

test.each([
  ['light', light],
  ['dark', dark],
])('a destructive entry of a menu has a contrast of 4.5 in the %s (WCAG 1.4.3)', (_, tokens) => {
  const color = tokens['--mantine-color-red-light-color']
  expect(contrast(color, tokens['--recado-raised'])).toBeGreaterThanOrEqual(4.5)
})
