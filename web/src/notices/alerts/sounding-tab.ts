/** Of all tabs of a browser one sounds: the one that holds this lock. Another takes over when it closes. */
const LOCK = 'recado.sounding-tab'

/**
 * Waits to become the tab that sounds.
 * @returns whether this tab is the one, and how to give it up
 */
export function joinSoundingTabs(): { isSounding: () => boolean; leave: () => void } {
  // Browsers have locks on secure pages only.
  if (!('locks' in navigator)) return { isSounding: () => true, leave: () => undefined }
  let isSounding = false
  const left = new AbortController()
  navigator.locks
    .request(LOCK, { signal: left.signal }, () => {
      isSounding = true
      // The lock is held until this tab leaves.
      return new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve()))
    })
    .catch((error: unknown) => {
      // A tab that leaves before its turn.
      if (!left.signal.aborted) throw error
    })
  return {
    isSounding: () => isSounding && !left.signal.aborted,
    leave: () => left.abort(),
  }
}
