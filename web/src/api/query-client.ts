import { MutationCache, QueryClient } from '@tanstack/react-query'
import { toastError } from '../ui/toast.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `tellsItsError`: the screen itself says what went wrong; no toast besides. */
    mutationMeta: { tellsItsError?: true }
  }
}

/** Live events keep what is shown fresh; a list not looked at for a while is fetched again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.tellsItsError) toastError(error)
    },
  }),
})
