import { ApiError } from '@recado/shared/http/api-error'
import { session } from '../api/session.ts'

/** The user in their company, who owns what they wrote. */
export const ownerOf = ({ id, companyId }: { id: string; companyId: string }): string => `${companyId} ${id}`

/**
 * Requires that the signed-in user owns a message. Another user may have signed in while its file was uploaded.
 * @throws ApiError ERR_SESSION_EXPIRED for another user's message
 */
export function requireOwner(owner: string): void {
  const user = session.user()
  if (!user || ownerOf(user) !== owner)
    throw new ApiError(401, 'ERR_SESSION_EXPIRED', 'The message belongs to another user')
}
