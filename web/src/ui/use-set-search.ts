import type { AnyRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useNavigateFromHere } from './use-navigate-from-here.ts'

interface Options {
  /** The change is no step of the history. */
  replace?: boolean
}

/** Changes what the page of a route shows, in its address, and keeps its scroll position. Does nothing once the user has left it. */
export function useSetSearch<R extends AnyRoute>(_route: R, { replace = false }: Options = {}) {
  const navigate = useNavigateFromHere()
  return useCallback(
    (search: R['types']['fullSearchSchema']) =>
      void navigate({ to: '.', search: search as never, replace, resetScroll: false }),
    [navigate, replace],
  )
}
