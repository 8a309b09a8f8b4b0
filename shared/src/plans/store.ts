import { NamedRows } from '../table/named-rows.ts'
import type { Plan } from './plan.ts'

/** Rows of the platform. */
export const plans = new NamedRows<Plan, 'name'>('PLANS', 'name')
