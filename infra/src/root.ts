import { resolve } from 'node:path'

/** Absolute path of the repository. */
export const ROOT = resolve(import.meta.dirname, '../..')
