/** Looks are no closer together than that, whatever gives reason for one; in milliseconds. */
export const LEAST_BETWEEN_MS = 60_000
/** A tab that nothing happens in looks so often, in milliseconds. */
export const LOOK_EVERY_MS = 15 * 60_000

interface ReleasePorts {
  /** The page's own entry, as index.html names it; undefined where that cannot be said. */
  own: string | undefined
  /** index.html as it is deployed now. @throws where it cannot be had */
  fetchIndex(): Promise<string>
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Knows whether another release has been deployed than the one that runs in this tab. The build names its files by what
 * is in them, so that index.html names another entry with each release that changes anything of the app.
 */
export function createReleaseWatch({ own, fetchIndex, now }: ReleasePorts) {
  let isOutdated = false
  // The page has just been loaded.
  let lookedAt = now()
  const listeners = new Set<() => void>()
  const look = async () => {
    if (isOutdated || own === undefined) return
    lookedAt = now()
    const deployed = entryIn(await fetchIndex().catch(() => ''))
    if (isOutdated || deployed === undefined || deployed === own) return
    isOutdated = true
    for (const listener of listeners) listener()
  }
  return {
    isOutdated: () => isOutdated,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Looks what is deployed, unless that was done a moment ago. A look that fails says nothing. */
    look: async (): Promise<void> => {
      if (now() - lookedAt >= LEAST_BETWEEN_MS) await look()
    },
    /** A part of the app did not come: another release may have taken its place, or the network be away. */
    partIsMissing: look,
  }
}

/** The script that a page begins with; undefined for a text that is no page of the app. */
export function entryIn(html: string): string | undefined {
  const [tag] = /<script\b[^>]*\btype="module"[^>]*>/.exec(html) ?? []
  return tag && /\bsrc="([^"]+)"/.exec(tag)?.[1]
}
