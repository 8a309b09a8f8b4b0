/** A secret's text has a value on each line, the one in use first: see {@link Secrets}. @throws where there is none */
export function valuesOf(text: string): [string, ...string[]] {
  const [inUse, ...others] = text.split('\n').filter(Boolean)
  if (!inUse) throw new Error('A secret is empty')
  return [inUse, ...others]
}
