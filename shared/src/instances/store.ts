import { NamedRows } from '../table/named-rows.ts'
import type { Instance } from './instance.ts'

/** Rows of the platform. */
export const instances = new NamedRows<Instance, 'name'>('INSTANCES', 'name')
