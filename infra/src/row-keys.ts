import { companyShared, type SharedRows, sharedRows } from '@recado/shared/table/shared-rows'
import type { Grants } from './grants.ts'

/** Patterns of the partition keys that code may read and write, as IAM's `StringLike`. */
export interface RowKeys {
  read: string[]
  written: string[]
}

/** Rows without a company that a function reaches with its own rights. Writing includes reading. */
export function ownKeys({ shared = {} }: Grants): RowKeys {
  const granted = Object.entries(shared) as [SharedRows, 'read' | 'write'][]
  return {
    read: granted.map(([rows]) => sharedRows[rows]),
    written: granted.flatMap(([rows, right]) => (right === 'write' ? [sharedRows[rows]] : [])),
  }
}

/** Rows that a function reaches in the session of a company. @param company its id, or a variable that IAM replaces by it */
export function sessionKeys({ table }: Grants, company: string): RowKeys {
  const own = `${company}#*`
  return {
    read: table ? [own, ...companyShared.read.map((rows) => sharedRows[rows])] : [],
    written: table === 'write' ? [own, ...companyShared.written.map((rows) => sharedRows[rows])] : [],
  }
}
