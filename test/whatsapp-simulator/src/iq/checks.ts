/** Number of look-ups by each account within the last minute. */
export class Checks {
  #now: () => number
  #made = new Map<string, { at: number; count: number }[]>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts look-ups. Returns false if they exceed the limit per minute. */
  take(account: string, count: number, perMinute: number): boolean {
    const since = this.#now() - MINUTE_MS
    const recent = (this.#made.get(account) ?? []).filter(({ at }) => at > since)
    const made = recent.reduce((sum, each) => sum + each.count, 0)
    if (made + count > perMinute) return false
    this.#made.set(account, [...recent, { at: this.#now(), count }])
    return true
  }

  clear(): void {
    this.#made.clear()
  }
}

const MINUTE_MS = 60_000
