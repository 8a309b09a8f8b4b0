/** Puts names in the order of a Portuguese list: case and accents do not count, and numbers count by their value. */
export const byName = (one: { name: string }, other: { name: string }): number =>
  collator.compare(one.name, other.name)

const collator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' })
