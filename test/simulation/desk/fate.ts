import type { Fate } from './faulty-rows.ts'
import type { Happening } from './script.ts'

/** A write without an answer. */
export class Lost extends Error {}

/** At most one write of a part ends badly. After its death nothing of it goes on. */
export class PartsFate implements Fate {
  readonly #fault: Happening['fault']
  readonly #dies: () => void
  #writes = 0
  #isDead = false

  constructor(fault: Happening['fault'], dies: () => void) {
    this.#fault = fault
    this.#dies = dies
  }

  read = <T>(read: () => Promise<T>): Promise<T> => (this.#isDead ? forever() : read())

  write = async <T>(write: () => Promise<T>): Promise<T> => {
    if (this.#isDead) return forever()
    const [at, way] = this.#fault ?? []
    if (at !== this.#writes++) return write()
    if (way === 'throttled') throw new Lost('Throttled')
    if (way === 'dies before') return this.#die()
    const result = await write()
    if (way === 'dies after') return this.#die()
    if (way === 'answer lost') throw new Lost('The answer was lost')
    return result
  }

  #die(): Promise<never> {
    this.#isDead = true
    this.#dies()
    return forever()
  }
}

const forever = (): Promise<never> => new Promise(() => undefined)
