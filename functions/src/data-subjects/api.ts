import { dataSubjectRoutes } from '@recado/shared/data-subjects/routes'
import { serve } from '../serve/serve.ts'
import * as dataSubjects from './data-subjects.ts'

export const handler = serve('data-subjects', dataSubjectRoutes, {
  exportDataSubject: (subject, actor) => dataSubjects.exported(actor, subject),
  eraseDataSubject: (subject, actor, exchange) => dataSubjects.erased(actor, subject, exchange),
  listErasures: (query, actor) => dataSubjects.erasures(actor, query),
  liftErasure: ({ erasureId }, actor, exchange) => dataSubjects.lift(actor, erasureId, exchange),
})
