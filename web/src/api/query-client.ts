import { MutationCache, QueryClient } from '@tanstack/react-query'
import { sharedById } from '../ui/shared-by-id.ts'
import { toastError } from '../ui/toast.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `showsItsError`: the screen shows the error itself, so there is no toast. */
    mutationMeta: { showsItsError?: true }
    /** `askedOnce`: the answer is costly, or belongs to one moment, so polling does not ask again (`realtime/polling.ts`). */
    queryMeta: { askedOnce?: true }
  }
}

/** Live events keep shown data fresh. Data older than 30 seconds is fetched again when it is shown. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, networkMode: 'always', structuralSharing: sharedById },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.showsItsError) toastError(error)
    },
  }),
})
