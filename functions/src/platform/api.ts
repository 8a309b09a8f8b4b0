import { openApiDocument } from '@recado/shared/api/openapi'
import { platformRoutes } from '@recado/shared/platform/routes'
import { environment } from '../context.ts'
import { serve } from '../serve/serve.ts'

export const handler = serve('platform', platformRoutes, {
  health: async () => ({ status: 'ok' as const, version: environment.VERSION }),
  openApiDocument: async () => {
    document ??= openApiDocument(environment.VERSION)
    return document
  },
})

/** Made at the first call, because it takes the schemas of all routes. */
let document: ReturnType<typeof openApiDocument> | undefined
