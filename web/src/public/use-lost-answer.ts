import type { ErrorCode } from '@recado/shared/errors/error-codes'
import { ApiError } from '@recado/shared/http/api-error'
import { useState } from 'react'

/**
 * Whether a link is refused because an earlier attempt, whose answer was lost, has used it.
 * @param refusal the code with which a used link is refused
 */
export function useLostAnswer(error: Error | null, refusal: ErrorCode): boolean {
  const [isLost, setLost] = useState(false)
  if (!(error instanceof ApiError)) return false
  if (error.isFromTheWay && !isLost) setLost(true)
  return isLost && error.code === refusal
}
