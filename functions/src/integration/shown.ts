import type { Integration } from '@recado/shared/integration/integration'
import type { StoredIntegration } from '@recado/shared/integration/store'
import { environment } from '../context.ts'

/** A link as it is shown: of its token so much that somebody can tell which one it is. */
export const shown = ({ status, updatedAt, connectedAt, lastFour }: StoredIntegration): Integration => ({
  status,
  updatedAt,
  connectedAt,
  kind: environment.INTEGRATION_KIND ?? null,
  token: lastFour === null ? null : `••••${lastFour}`,
})
