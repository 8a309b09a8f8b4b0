/** The root font size in pixels: 16, unless the user chose a larger font. */
export const rootFontSize = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
