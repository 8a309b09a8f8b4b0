/** How far this computer's clock is ahead of the server's (ms), as the last answer showed it. */
let aheadMs = 0

/** @param date header of an answer that has just arrived */
export function noteServerDate(date: string | undefined): void {
  const at = Date.parse(date ?? '')
  if (!Number.isNaN(at)) aheadMs = Date.now() - at
}

/**
 * The server's time (ms since 1970), to a few seconds. Many computers' clocks are minutes fast or slow. Some are hours off:
 * their users set the clock by hand where the time zone was wrong, as in Brazil since summer time ended.
 */
export const serverNow = (): number => Date.now() - aheadMs
