import type { Plugin } from 'vite'

/** Which modules a module imports, directly or by others, without those that are imported later. */
export class ModuleGraph {
  readonly #imports = new Map<string, readonly string[]>()
  readonly #needed = new Map<readonly string[], ReadonlySet<string>>()

  /** Collects the imports while the app is built. */
  readonly plugin: Plugin = {
    name: 'module-graph',
    moduleParsed: ({ id, importedIds }) => {
      this.#imports.set(id, importedIds)
    },
  }

  /** @param starts ends of the modules' ids. To be asked when all modules are known */
  isNeededBy(starts: readonly string[], id: string): boolean {
    const known = this.#needed.get(starts) ?? this.#neededBy(starts)
    this.#needed.set(starts, known)
    return known.has(id)
  }

  #neededBy(starts: readonly string[]): ReadonlySet<string> {
    const needed = new Set<string>()
    const open = [...this.#imports.keys()].filter((id) => starts.some((start) => id.endsWith(start)))
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (needed.has(id)) continue
      needed.add(id)
      open.push(...(this.#imports.get(id) ?? []))
    }
    return needed
  }
}
