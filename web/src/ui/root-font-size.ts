/** In pixels: 16, unless somebody reads with larger letters. */
export const rootFontSize = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
