/** How often a visible tab asks whether the tab with the lock runs, and how long it waits for the answer (ms). */
const ASKS_EVERY_MS = 4000

type Told = 'does the holder run?' | 'the holder runs'

export interface ActingTab {
  isActing: () => boolean
  leave: () => void
}

/**
 * Of all tabs of a browser one acts: the one that holds the lock. Another takes over when it closes. Safari on iPhones
 * suspends tabs in the background, and a suspended tab keeps its locks (https://github.com/w3c/web-locks/issues/4). A visible
 * tab therefore acts too while the holder of the lock does not answer. The work of an acting tab must be safe to repeat.
 * @param name of the lock
 * @param onActing called when this tab begins to act, except before this function returns
 */
export function joinActingTabs(name: string, onActing: () => void = () => undefined): ActingTab {
  // Browsers have locks on secure pages only. Without locks every tab acts.
  if (!navigator.locks) return { isActing: () => true, leave: () => undefined }
  const left = new AbortController()
  const { signal } = left
  const channel = new BroadcastChannel(`${name} holder`)
  const tell = (told: Told) => channel.postMessage(told)
  let [holdsLock, standsIn, isAsked] = [false, false, false]

  const ask = () => {
    if (holdsLock || document.visibilityState !== 'visible') return
    if (isAsked && !standsIn) {
      standsIn = true
      onActing()
    }
    isAsked = true
    tell('does the holder run?')
  }
  const hearHolder = () => {
    isAsked = false
    standsIn = false
  }
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data === 'the holder runs') hearHolder()
    else if (holdsLock) tell('the holder runs')
  }
  const onVisibility = () => {
    // A question from before this tab was hidden tells nothing.
    hearHolder()
    ask()
  }
  document.addEventListener('visibilitychange', onVisibility)
  const timer = setInterval(ask, ASKS_EVERY_MS)
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    channel.close()
    document.removeEventListener('visibilitychange', onVisibility)
  })
  navigator.locks
    .request(name, { signal }, () => {
      holdsLock = true
      onActing()
      // The lock is held until this tab leaves.
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    })
    .catch((error: unknown) => {
      // A tab that leaves before its turn.
      if (!signal.aborted) throw error
    })
  ask()
  return {
    isActing: () => (holdsLock || standsIn) && !signal.aborted,
    leave: () => left.abort(),
  }
}
