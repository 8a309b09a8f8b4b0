import { exportRoutes } from '@recado/shared/exports/routes'
import { serve } from '../serve/serve.ts'
import * as exports from './exports.ts'

export const handler = serve('exports', exportRoutes, {
  getExport: ({ exportId }, actor) => exports.get(actor, exportId),
})
