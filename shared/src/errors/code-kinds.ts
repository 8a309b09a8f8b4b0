import type { ErrorKind } from './errors.ts'

/** Error codes, each with the kinds that it is thrown with. Most have one. */
export type CodeKinds = Record<`ERR_${string}`, readonly ErrorKind[]>
