import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'

const paged = z.looseObject({ pages: z.array(z.looseObject({ records: z.array(z.unknown()) })) })

interface Page<T> {
  records: T[]
}

const isPaged = <T>(data: unknown): data is InfiniteData<Page<T>> => paged.safeParse(data).success

/** The number of loaded pages; 0 of data that is no list. */
export const countPages = (data: unknown): number => (isPaged(data) ? data.pages.length : 0)

/** Finds a record on the loaded pages of the lists under `queryKey`. */
export function findRecord<T extends { id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  id: string,
): T | undefined {
  return client
    .getQueriesData<unknown>({ queryKey })
    .flatMap(([, data]) => (isPaged<T>(data) ? data.pages : []))
    .flatMap(({ records }) => records)
    .find((record) => record.id === id)
}

/** Replaces a record on the loaded pages of the lists under `queryKey`. */
export function replaceRecord<T extends { id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  record: Partial<T> & { id: string },
): void {
  updatePages<T>(client, queryKey, (records) =>
    records.map((known) => (known.id === record.id ? { ...known, ...record } : known)),
  )
}

export function removeRecord(client: QueryClient, queryKey: QueryKey, id: string): void {
  updatePages<{ id: string }>(client, queryKey, (records) => records.filter((known) => known.id !== id))
}

export function updatePages<T extends { id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  update: (records: T[]) => T[],
): void {
  client.setQueriesData<unknown>({ queryKey }, (data: unknown) => {
    if (!isPaged<T>(data)) return data
    return { ...data, pages: data.pages.map((page) => ({ ...page, records: update(page.records) })) }
  })
}
