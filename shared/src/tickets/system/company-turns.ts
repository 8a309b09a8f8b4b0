/** How the works of several companies are done. */
interface Turns<T> {
  /** Companies whose works are done at the same time. */
  atOnce: number
  /** Whether there is time for another work. */
  goesOn(): boolean
  work(one: T): Promise<void>
}

/**
 * Does the works of several companies. A company's works are done one after the other. After each one the next company has
 * its turn, so that a company with many works holds up no other.
 * @returns how many works there was no time for
 */
export async function inCompanyTurns<T extends { companyId: string }>(
  works: readonly T[],
  { atOnce, goesOn, work }: Turns<T>,
): Promise<number> {
  const waiting = [...Map.groupBy(works, ({ companyId }) => companyId).values()].map((own) => own.values())
  let left = works.length
  const takeTurns = async (): Promise<void> => {
    for (let own = waiting.shift(); own; own = waiting.shift()) {
      const { value, done } = own.next()
      if (done) continue
      if (!goesOn()) return
      left--
      await work(value)
      waiting.push(own)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeTurns))
  return left
}
