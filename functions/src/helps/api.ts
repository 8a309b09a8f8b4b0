import { helpRoutes } from '@recado/shared/helps/routes'
import { serve } from '../serve/serve.ts'
import * as helps from './helps.ts'

export const handler = serve('helps', helpRoutes, {
  helps: () => helps.list(),
  listHelps: () => helps.list(),
  createHelp: (input) => helps.create(input),
  updateHelp: ({ helpId, ...input }) => helps.update(helpId, input),
  deleteHelp: ({ helpId }) => helps.remove(helpId),
})
