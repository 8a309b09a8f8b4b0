import { firstOf } from '@recado/shared/first-of'
import type { QuickReply } from '@recado/shared/quick-replies/quick-reply'

/** The most suggestions shown; a longer shortcode finds the right one. */
const MOST = 30

/**
 * The replies for a typed text: first those whose shortcode begins with it, then those that contain it anywhere.
 * @param query in lower case
 */
export function findReplies(replies: readonly QuickReply[], query: string): QuickReply[] {
  const begins = replies.filter(({ shortcode }) => shortcode.startsWith(query))
  const contains = replies.filter(
    ({ shortcode, message }) =>
      !shortcode.startsWith(query) && (shortcode.includes(query) || message.toLowerCase().includes(query)),
  )
  return firstOf([...begins, ...contains], MOST)
}
