import { urlOf } from '@recado/shared/url'
import { useSyncExternalStore } from 'react'
import { listeners } from '../ui/listeners.ts'

/** Paths of the pages before the login. */
export const PUBLIC_PATHS = ['/login', '/signup', '/forgot-password', '/reset-password'] as const
export type PublicPath = (typeof PUBLIC_PATHS)[number]

export const publicPathOf = ({ pathname }: Pick<Location, 'pathname'>): PublicPath | undefined =>
  PUBLIC_PATHS.find((path) => path === pathname)

export const handoverIn = ({ hash }: Pick<Location, 'hash'>): string | null =>
  new URLSearchParams(hash.slice(1)).get('handover')

/**
 * Whether a place is for signed-in users too: a link for a new password may be another user's, and a handover asks before
 * it replaces a session.
 */
export const isForEverybody = (place: Pick<Location, 'pathname' | 'hash'>): boolean =>
  place.pathname === '/reset-password' || (place.pathname === '/login' && handoverIn(place) !== null)

/** A path of this app that `redirect` names, never another site (`//…`). */
export function redirectIn({ search, origin }: Pick<Location, 'search' | 'origin'>): string {
  const path = new URLSearchParams(search).get('redirect') ?? ''
  // Read as the browser reads it: it drops tabs and line ends, and takes `\` for `/`.
  const url = path.startsWith('/') ? urlOf(path, origin) : undefined
  if (url?.origin !== origin || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search
}

/** The login, from which the user comes back to where they were. */
export function loginFor({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const wanted = pathname + search
  return wanted === '/' ? '/login' : `/login?${new URLSearchParams({ redirect: wanted })}`
}

const opened = listeners()

/** Opens a public page without loading it anew. */
export function goTo(path: PublicPath): void {
  history.pushState(null, '', path)
  opened.tell()
}

/** The path of the open public page. */
export function usePublicPath(): PublicPath {
  const path = useSyncExternalStore(subscribe, () => location.pathname)
  return publicPathOf({ pathname: path }) ?? '/login'
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = opened.subscribe(listener)
  addEventListener('popstate', listener)
  return () => {
    unsubscribe()
    removeEventListener('popstate', listener)
  }
}
