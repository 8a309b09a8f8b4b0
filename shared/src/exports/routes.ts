import * as z from 'zod'
import { ANY_USER } from '../access.ts'
import { defineRoutes } from '../http/contract.ts'

export const exportStatus = z.enum(['RUNNING', 'DONE', 'FAILED'])

export const exportState = z.object({
  status: exportStatus,
  /** Address of the file for five minutes; only when DONE. */
  url: z.string().optional(),
  /** The export of a person's data found none; only when DONE. */
  isEmpty: z.boolean().optional(),
})
export type ExportState = z.infer<typeof exportState>

export const exportRoutes = defineRoutes({
  getExport: {
    method: 'GET',
    path: '/exports/{exportId}',
    access: ANY_USER,
    response: exportState,
    errors: ['ERR_NO_EXPORT_FOUND'],
    summary:
      'Whether a spreadsheet that takes longer is ready, and where it is, for its requester and for admins, while they may ask for such an export',
  },
})
