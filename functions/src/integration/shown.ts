import type { Integration } from '@recado/shared/integration/integration'
import type { StoredIntegration } from '@recado/shared/integration/store'
import { environment } from '../context.ts'

/** A link for display, with a few characters of its token for recognition. */
export const integrationOf = ({
  status,
  updatedAt,
  connectedAt,
  lastFour,
}: StoredIntegration): Integration => ({
  status,
  updatedAt,
  connectedAt,
  kind: environment.INTEGRATION_KIND ?? null,
  token: lastFour === null ? null : `••••${lastFour}`,
})
