import { rootFontSize } from '../root-font-size.ts'

/** Digits at a font size of 16 px are this wide, and one more makes the largest grid line's number. */
const DIGIT = 7.5
const GAP = 14

/** The width of a chart's vertical scale in pixels, so that its numbers are not cut. */
export const scaleWidth = (largest: string): number =>
  Math.max(3, largest.length + 1) * DIGIT * (rootFontSize() / 16) + GAP
