import type { Language } from '@recado/shared/language'
import { queryOptions } from '@tanstack/react-query'
import type { Guides } from './guides.ts'

const load: Record<Language, () => Promise<{ guides: Guides }>> = {
  pt: () => import('./pt.ts'),
  en: () => import('./en.ts'),
  es: () => import('./es.ts'),
}

/** The written help in one language. It is a part of the app, so a browser that has it needs no network. */
export const guidesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['guides', language],
    queryFn: async () => (await load[language]()).guides,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
