import { resolve } from 'node:path'

/** The repository, as an absolute path. */
export const ROOT = resolve(import.meta.dirname, '../..')
