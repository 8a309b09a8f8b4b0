import { trimPathRight, useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

type Navigate = ReturnType<typeof useNavigate>

/**
 * Goes to a page as `useNavigate` does, unless the user has left this one: an answer of the server or a pause in typing may come
 * after that, and must not bring them back.
 */
export function useNavigateFromHere(): Navigate {
  const router = useRouter()
  const navigate = useNavigate()
  // While the next page is loading, this one is still shown.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname }) ?? ''
  return useCallback(
    ((target: Parameters<Navigate>[0]) => {
      const isHere = trimPathRight(router.state.location.pathname) === trimPathRight(shown)
      return isHere ? navigate(target) : Promise.resolve()
    }) as Navigate,
    [router, navigate, shown],
  )
}
