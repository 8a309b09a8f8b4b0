/** An address, read as browsers read it; undefined if it is none. `URL.parse` is missing in Safari 17 and Chrome 123. */
export const urlOf = (text: string, base?: string): URL | undefined =>
  URL.canParse(text, base) ? new URL(text, base) : undefined
