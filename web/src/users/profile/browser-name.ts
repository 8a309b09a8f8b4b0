/** The order matters: most browsers also name others. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** `Chrome, Windows`, from a user agent; undefined for an unknown browser. */
export function browserOf(agent: string | null): string | undefined {
  const named = (names: readonly (readonly [sign: string, name: string])[]) =>
    names.find(([sign]) => agent?.includes(sign))?.[1]
  return [named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(', ') || undefined
}
