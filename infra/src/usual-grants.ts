import type { Grants } from './grants.ts'

// Grants that many routes and workers have, or begin with.

export const READ: Grants = { table: 'read' }
export const WRITE: Grants = { table: 'write' }
/** Reads a list page by page, with a cursor. */
export const PAGED: Grants = { table: 'read', secrets: ['cursor-key'] }
/** Changes rows, and tells browsers. */
export const TOLD: Grants = { table: 'write', send: ['events'] }
/** Has the socket service do something too. */
export const COMMANDED: Grants = { ...TOLD, commands: 'send' }
/** Has a spreadsheet written in the background. */
export const EXPORTED: Grants = { table: 'write', send: ['exports'] }
