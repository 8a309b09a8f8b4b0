import { type BinaryNode, getAllBinaryNodeChildren } from '@whiskeysockets/baileys'
import type { Companion } from '../companions/companions.ts'
import type { Simulation } from '../simulation.ts'
import type { Connection } from '../wire/connection.ts'

/** A query (`iq`) of a logged-in device. */
export type Query = { simulation: Simulation; connection: Connection; companion: Companion; iq: BinaryNode }

/** Answers a query; undefined when the handler has answered itself, to do more afterwards. */
export type QueryHandler = (query: Query) => BinaryNode | undefined | Promise<BinaryNode | undefined>

/** What a query is about: the first child says it, the namespace only where. */
export const subjectOf = (iq: BinaryNode): BinaryNode | undefined => getAllBinaryNodeChildren(iq)[0]
