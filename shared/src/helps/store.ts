import { NamedRows } from '../table/named-rows.ts'
import type { Help } from './help.ts'

/** Rows of the platform. */
export const helps = new NamedRows<Help, 'title'>('HELPS', 'title')
