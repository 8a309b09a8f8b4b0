import { itemOf } from './items.ts'
import type { PlainAll, PlainChange, PlainWhen, Test, Value } from './table.ts'

/** Collects the names and values that a DynamoDB expression refers to. */
export class Expressions {
  readonly #names = new Map<string, string>()
  readonly #values: Record<string, Value> = {}

  condition(when: PlainWhen): string {
    const all = (tests: PlainAll) =>
      Object.entries(tests)
        .map(([name, test]) => this.#test(this.name(name), test))
        .join(' AND ')
    return Array.isArray(when) ? when.map((tests) => `(${all(tests)})`).join(' OR ') : all(when as PlainAll)
  }

  change({ set = {}, add = {}, remove = [] }: PlainChange): string {
    const assignments = Object.entries(set).flatMap(([name, value]) =>
      value === undefined ? [] : [`${this.name(name)} = ${this.value(value)}`],
    )
    const additions = Object.entries(add).map(([name, amount]) => `${this.name(name)} ${this.value(amount)}`)
    return [
      assignments.length && `SET ${assignments.join(', ')}`,
      additions.length && `ADD ${additions.join(', ')}`,
      remove.length && `REMOVE ${remove.map((name) => this.name(name)).join(', ')}`,
    ]
      .filter(Boolean)
      .join(' ')
  }

  name(attribute: string): string {
    const known = this.#names.get(attribute) ?? `#n${this.#names.size}`
    this.#names.set(attribute, known)
    return known
  }

  value(value: Value): string {
    const name = `:v${Object.keys(this.#values).length}`
    this.#values[name] = value
    return name
  }

  /** The parameters for the expressions; empty if no name was used. */
  get parameters() {
    const names = Object.fromEntries([...this.#names].map(([attribute, name]) => [name, attribute]))
    return {
      ...(this.#names.size > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(this.#values).length > 0 && { ExpressionAttributeValues: itemOf(this.#values) }),
    }
  }

  #test(name: string, test: Test): string {
    if (typeof test !== 'object') return `${name} = ${this.value(test)}`
    if ('exists' in test) return `${test.exists ? 'attribute_exists' : 'attribute_not_exists'}(${name})`
    if ('in' in test) return `${name} IN (${test.in.map((value) => this.value(value)).join(', ')})`
    if ('contains' in test) return `contains(${name}, ${this.value(test.contains)})`
    if ('below' in test) return `${name} < ${this.value(test.below)}`
    return `${name} >= ${this.value(test.atLeast)}`
  }
}
