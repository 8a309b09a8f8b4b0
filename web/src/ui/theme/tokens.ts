import type { MantineColorsTuple } from '@mantine/core'

/**
 * The colours, type scale and measures of the product. Everything else takes them from Mantine's variables, which are made
 * from these, or from the `--recado-…` variables in `variables.ts`.
 */

/** The stamp: primary action, active place and success. White text on shade 6 has a contrast of 5:1. */
const green: MantineColorsTuple = [
  '#eefaf3',
  '#d6f1e1',
  '#aee3c5',
  '#7dd0a3',
  '#4db883',
  '#2a9c66',
  '#1a7f50',
  '#156842',
  '#115236',
  '#0c3b27',
]

/** Something is broken, or an action destroys. */
const red: MantineColorsTuple = [
  '#fdf0ee',
  '#fbdbd7',
  '#f5b4ad',
  '#ef8a80',
  '#ea675b',
  '#dd453a',
  '#c8322b',
  '#a62722',
  '#85201c',
  '#631815',
]

/** Something waits. */
const amber: MantineColorsTuple = [
  '#fef8e7',
  '#fcecc2',
  '#f8dc8f',
  '#f2c755',
  '#eab02a',
  '#d99710',
  '#b87a0a',
  '#8a590a',
  '#6b450b',
  '#4e3209',
]

/** Informs. */
const blue: MantineColorsTuple = [
  '#eef5fc',
  '#d5e6f7',
  '#aaccef',
  '#7bb0e5',
  '#5096db',
  '#307fce',
  '#1f69b5',
  '#195594',
  '#154476',
  '#0f3157',
]

/** Ink on paper: text and lines of the light scheme. */
const gray: MantineColorsTuple = [
  '#f6f8f5',
  '#eef1ed',
  '#e3e8e2',
  '#d5dcd5',
  '#bcc6be',
  '#9aa69f',
  '#77837c',
  '#55615a',
  '#333e38',
  '#1b2520',
]

/** The dark scheme: text, lines, and its three steps raised (6), card (7) and canvas (8). */
const dark: MantineColorsTuple = [
  '#dfe6e1',
  '#c3ccc6',
  '#9faba4',
  '#7a8780',
  '#39443e',
  '#2c3630',
  '#212a25',
  '#181f1b',
  '#101613',
  '#0a0e0c',
]

/** Amber and green stand for their neighbours too, so that one meaning has one colour. */
export const COLORS = { green, teal: green, red, yellow: amber, orange: amber, blue, gray, dark }

export const INK = '#17211c'
/** The surfaces of the light scheme. Those of the dark one are steps of its palette. */
export const CANVAS = '#f2f5f1'
export const HAIRLINE = '#dde3dc'

/** The orange of the company list, light and dark (part 2 §2): between its red and its yellow, and nowhere else. */
export const ORANGE = ['#d9650f', '#f0883e'] as const

/** Colours of charts, light and dark: told apart by people who are colour-blind, 3:1 against a card. */
export const CHART_COLORS = [
  ['#1a7f50', '#4db883'],
  ['#3a8ad2', '#6aa9e6'],
  ['#bd8009', '#eab02a'],
  ['#dd5f37', '#f08a63'],
  ['#6f3d8a', '#c095d3'],
  ['#66736c', '#98a49e'],
] as const

export const FONT = '"Inter Variable", "Inter Fallback", system-ui, sans-serif'
export const FONT_SIZES = { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' }

/** Heights and widths that several components share, in pixels. */
export const TOP_BAR_HEIGHT = 56
export const SIDE_MENU_WIDTH = 300
export const FOLDED_MENU_WIDTH = 64
export const PHONE_WIDTH = 768
/** The most that content is wide, except for tables, the inbox and reports. */
export const CONTENT_WIDTH = 1280
