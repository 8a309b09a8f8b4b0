import * as z from 'zod'
import { defineRoutes } from '../http/contract.ts'

export const platformRoutes = defineRoutes({
  health: {
    method: 'GET',
    path: '/health',
    access: 'public',
    response: z.object({ status: z.literal('ok'), version: z.string() }),
    summary: 'Whether this deployment answers',
  },
  openApiDocument: {
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    response: z.record(z.string(), z.unknown()),
    summary: 'This API, described',
  },
})
