import { work } from '../http/worker.ts'
import { write } from './exports.ts'

/** Writes long spreadsheets. */
export const handler = work('exports', write)
