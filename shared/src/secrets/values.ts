/** A secret's text has one value per line, the current one first: see {@link Secrets}. @throws Error if it is empty */
export function secretValues(text: string): [string, ...string[]] {
  const [inUse, ...others] = text.split('\n').filter(Boolean)
  if (!inUse) throw new Error('A secret is empty')
  return [inUse, ...others]
}
