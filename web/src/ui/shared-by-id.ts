import { replaceEqualDeep } from '@tanstack/react-query'

interface Identified {
  id: string
}

interface Paged {
  pages: { records: Identified[] }[]
}

/**
 * Keeps the unchanged records of a list as the objects that they were, so that only changed rows are drawn again. TanStack
 * Query compares records by their place: after a new first record it makes copies of all others
 * (https://github.com/TanStack/query/issues/7852). Other data is compared as the library does it.
 */
export function sharedById(before: unknown, after: unknown): unknown {
  if (!isPaged(before) || !isPaged(after) || isSameOrder(before, after))
    return replaceEqualDeep(before, after)
  const known = new Map(before.pages.flatMap(({ records }) => records).map((record) => [record.id, record]))
  const pages = after.pages.map((page) => ({
    ...page,
    records: page.records.map((record) => replaceEqualDeep(known.get(record.id), record)),
  }))
  return { ...after, pages }
}

const isSameOrder = (one: Paged, other: Paged): boolean =>
  one.pages.length === other.pages.length &&
  one.pages.every(({ records }, page) => {
    const others = other.pages[page]?.records ?? []
    return records.length === others.length && records.every(({ id }, at) => id === others[at]?.id)
  })

const isPaged = (data: unknown): data is Paged =>
  isObject(data) && 'pages' in data && Array.isArray(data.pages) && data.pages.every(isPage)

const isPage = (page: unknown): boolean =>
  isObject(page) && 'records' in page && Array.isArray(page.records) && page.records.every(isIdentified)

const isIdentified = (record: unknown): boolean =>
  isObject(record) && 'id' in record && typeof record.id === 'string'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
