import { type BinaryNode, getAllBinaryNodeChildren } from '@whiskeysockets/baileys'
import type { Companion } from '../companions/companions.ts'
import type { Connection } from '../companions/connection.ts'
import type { QueryWorld } from './world.ts'

/** A query (`iq`) of a logged-in device. */
export type Query = { simulation: QueryWorld; connection: Connection; companion: Companion; iq: BinaryNode }

/** Answers a query. Undefined if the handler sent the answer itself, to do more after it. */
export type QueryHandler = (query: Query) => BinaryNode | undefined | Promise<BinaryNode | undefined>

/** Subject of a query: its first child names it. The namespace does not. */
export const subjectOf = (iq: BinaryNode): BinaryNode | undefined => getAllBinaryNodeChildren(iq)[0]
