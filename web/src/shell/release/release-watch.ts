import { listeners } from '../../ui/listeners.ts'

/** The least time between two checks (ms). */
export const LEAST_BETWEEN_MS = 60_000
/** The time between two checks in an idle tab (ms). */
export const LOOK_EVERY_MS = 15 * 60_000

interface ReleasePorts {
  /** The entry script of this page, as index.html names it; undefined if it is unknown. */
  own: string | undefined
  /**
   * Fetches the deployed index.html.
   * @throws if it cannot be fetched
   */
  fetchIndex(): Promise<string>
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Detects a deployment of another release than the one in this tab. The build names files by their content, so
 * index.html names another entry after each release that changes the app.
 */
export function createReleaseWatch({ own, fetchIndex, now }: ReleasePorts) {
  let isOutdated = false
  // The page has just been loaded, which counts as a check.
  let lookedAt = now()
  const { tell, subscribe } = listeners()
  const look = async () => {
    if (isOutdated || own === undefined) return
    lookedAt = now()
    const deployed = entryIn(await fetchIndex().catch(() => ''))
    if (isOutdated || deployed === undefined || deployed === own) return
    isOutdated = true
    tell()
  }
  return {
    isOutdated: () => isOutdated,
    subscribe,
    /** Checks the deployed release, unless the last check was a moment ago. A failed check changes nothing. */
    look: async (): Promise<void> => {
      if (now() - lookedAt >= LEAST_BETWEEN_MS) await look()
    },
    /** A file of the app could not be loaded: a new release may have replaced it, or the network failed. */
    partIsMissing: look,
  }
}

/** The entry script of a page; undefined if the text is not a page of the app. */
export function entryIn(html: string): string | undefined {
  const [tag] = /<script\b[^>]*\btype="module"[^>]*>/.exec(html) ?? []
  return tag && /\bsrc="([^"]+)"/.exec(tag)?.[1]
}
