/** The order matters: many browsers also name other browsers. */
const BROWSERS: [string, RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]
const SYSTEMS: [string, RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** A user agent in short: `Firefox, Linux`. An unknown one is named by its first word. */
export function browserName(agent: string): string {
  const nameIn = (known: [string, RegExp][]) => known.find(([, pattern]) => pattern.test(agent))?.[0]
  const browser = nameIn(BROWSERS)
  if (!browser) return agent.split(/[\s/]/)[0] ?? ''
  return [browser, nameIn(SYSTEMS)].filter(Boolean).join(', ')
}
