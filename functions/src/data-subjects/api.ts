import { dataSubjectRoutes } from '@recado/shared/data-subjects/routes'
import { serve } from '../serve/serve.ts'
import * as dataSubjects from './data-subjects.ts'

export const handler = serve('data-subjects', dataSubjectRoutes, {
  exportDataSubject: ({ number }, actor) => dataSubjects.exported(actor, number),
  eraseDataSubject: ({ number }, actor) => dataSubjects.erased(actor, number),
  listErasures: (query, actor) => dataSubjects.erasures(actor, query),
  liftErasure: ({ erasureId }, actor) => dataSubjects.lift(actor, erasureId),
})
