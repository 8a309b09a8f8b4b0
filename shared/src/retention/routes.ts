import { needs, OPERATOR } from '../access.ts'
import { defineRoutes } from '../http/contract.ts'
import { retention, retentionBounds, retentionBoundsInput, retentionState } from './retention.ts'

const ADMIN = needs('drawer-admin-items:view')

export const retentionRoutes = defineRoutes({
  getRetention: {
    method: 'GET',
    path: '/retention',
    access: ADMIN,
    response: retentionState,
    summary: 'The company’s retention periods, their bounds, and the latest clean-up',
  },
  saveRetention: {
    method: 'PUT',
    path: '/retention',
    access: ADMIN,
    body: retention,
    response: retentionState,
    errors: ['ERR_RETENTION_BOUNDS'],
    summary: 'Say how many days each kind is kept; null keeps it as long as the product does by itself',
  },
  getRetentionBounds: {
    method: 'GET',
    path: '/retention/bounds',
    access: OPERATOR,
    response: retentionBounds,
    summary: 'Between how many days companies may choose',
  },
  saveRetentionBounds: {
    method: 'PUT',
    path: '/retention/bounds',
    access: OPERATOR,
    body: retentionBoundsInput,
    response: retentionBounds,
    summary:
      'Say between how many days companies may choose; with a maximum nothing is kept longer by anybody',
  },
})
