import type { CSSVariablesResolver } from '@mantine/core'
import { CANVAS, CHART_COLORS, COLORS, HAIRLINE, ORANGE } from './tokens.ts'

const { dark, gray, green, red, yellow: amber, blue } = COLORS

/** Tinted fills of badges, alerts and light buttons, with text on them of a contrast of 4.5:1. */
const TINTS = { green, teal: green, red, yellow: amber, orange: amber, blue, gray }

/** Mantine's variables where its own are too pale or not ours, and the product's own. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...tints(13, 7),
    ...charts(0),
    '--recado-canvas': CANVAS,
    '--recado-raised': '#fff',
    '--recado-outline': gray[6],
    '--recado-orange': ORANGE[0],
    '--mantine-color-default-border': HAIRLINE,
    '--mantine-color-default-hover': gray[0],
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': '#69756e',
    '--mantine-color-error': red[6],
    '--mantine-color-anchor': green[7],
  },
  dark: {
    ...tints(15, 3),
    ...charts(1),
    '--recado-canvas': dark[8],
    '--recado-raised': dark[6],
    '--recado-outline': dark[3],
    '--recado-orange': ORANGE[1],
    '--mantine-color-default-border': dark[5],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    // A paler red would be pink.
    '--mantine-color-red-light-color': '#ff8178',
    '--mantine-color-error': '#ff8178',
    '--mantine-color-anchor': green[4],
  },
})

function tints(fill: number, text: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(TINTS).flatMap(([name, shades]) => [
      [`--mantine-color-${name}-light`, mixed(shades[5], fill)],
      [`--mantine-color-${name}-light-hover`, mixed(shades[5], fill + 5)],
      [`--mantine-color-${name}-light-color`, String(shades[text])],
    ]),
  )
}

const mixed = (color: string, percent: number) => `color-mix(in srgb, ${color} ${percent}%, transparent)`

/** @param scheme 0 for light, 1 for dark */
const charts = (scheme: 0 | 1): Record<string, string> =>
  Object.fromEntries(CHART_COLORS.map((both, index) => [`--recado-chart-${index + 1}`, both[scheme]]))
