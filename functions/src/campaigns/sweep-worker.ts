import { sweep } from '@recado/shared/campaigns/engine/sweep'
import { ports } from '../context.ts'
import { work } from '../http/worker.ts'

/** Starts what is due and revives what lost its tick, for all companies. */
export const handler = work('sweep', () => sweep(ports))
