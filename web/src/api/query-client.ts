import { ApiError } from '@recado/shared/http/api-error'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { sharedById } from '../ui/shared-by-id.ts'
import { toastError } from '../ui/toast.ts'
import { endsSession } from './authorised.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `showsItsError`: the screen shows the error itself. Once the user has left it, a toast does.
     * `toastsItself`: its error has a toast of its own, or is no reason for one.
     */
    mutationMeta: { showsItsError?: true; toastsItself?: true }
    /** `askedOnce`: the answer is costly, or belongs to one moment, so polling does not ask again (`realtime/polling.ts`). */
    queryMeta: { askedOnce?: true }
  }
}

/** Mutations whose screen is there. */
const onScreen = new WeakSet<object>()

const mutationCache = new MutationCache({
  onError: (error, _variables, _result, mutation) => {
    const { showsItsError, toastsItself } = mutation.meta ?? {}
    const isShown = showsItsError && (onScreen.has(mutation) || isKnown(error))
    if (!toastsItself && !isShown) toastError(error)
  },
})
mutationCache.subscribe((event) => {
  if (event.type === 'observerAdded') onScreen.add(event.mutation)
  if (event.type === 'observerRemoved') onScreen.delete(event.mutation)
})

/** Live events keep shown data fresh. Data older than 30 seconds is fetched again when it is shown. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, networkMode: 'always', structuralSharing: sharedById },
    mutations: { networkMode: 'always' },
  },
  mutationCache,
})

/** Whether the user needs no word of an error whose screen is gone: the sign-in page says why the session ended. */
const isKnown = (error: Error): boolean =>
  (error instanceof ApiError && endsSession(error)) || error.name === 'AbortError'
