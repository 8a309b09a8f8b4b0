import { auditRoutes } from '@recado/shared/audit/routes'
import { serve } from '../serve/serve.ts'
import * as audit from './audit.ts'

export const handler = serve('audit', auditRoutes, {
  listAudit: (query, actor) => audit.page(actor, query),
  exportAudit: (query, actor) => audit.exported(actor, query),
})
