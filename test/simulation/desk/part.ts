import { AsyncLocalStorage } from 'node:async_hooks'
import type { Command } from '@recado/shared/queues/commands'
import type { Queues } from '@recado/shared/queues/queues'
import type { Table } from '@recado/shared/table/table'
import type { Mutant } from './mutants.ts'

/** Ways in which a write of a part, or its message to a queue, can fail. */
export const WAYS = ['dies before', 'dies after', 'answer lost', 'throttled'] as const
export type Way = (typeof WAYS)[number]

/** Something that a part of the system is doing: a call of the API, a delivery of a message, a sweep. */
export interface Part {
  /** The kind of its work, for the journal. */
  readonly doing: string
  /** The moment of the script in which it began. */
  readonly moment: number
  readonly mutant: Mutant
  /** The table over a network that loses answers. */
  readonly table: Table
  /** Milliseconds since 1970, by the part's own clock. */
  now(): number
  newId(moment: number): string
  newMessageId(): string
  command(command: Command, deduplicationId: string): Promise<void>
  job: Queues['send']
  /** A message that no later delivery can process. */
  setAside(body: string): void
}

const running = new AsyncLocalStorage<Part>()

/** Runs code of the product as this part. */
export const asPart = <T>(part: Part, work: () => Promise<T>): Promise<T> => running.run(part, work)

/** The part that runs the current code, if one does. */
export const peekPart = (): Part | undefined => running.getStore()

/** The part that runs the current code. */
export function currentPart(): Part {
  const part = peekPart()
  if (!part) throw new Error('The code of the product runs outside of every part')
  return part
}
