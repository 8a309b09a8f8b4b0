import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'

type Reactions = ShownMessage['reactions']

/** Whose reaction the company's own is. */
const OURS = 'me'

/** The reactions of several people with the same emoji. */
export interface ReactionGroup {
  emoji: string
  count: number
  isOurs: boolean
}

/** Reactions by emoji: the most frequent first, then in the order of the first of each. */
export function groupReactions(reactions: Reactions): ReactionGroup[] {
  const groups = [...Map.groupBy(reactions, ({ emoji }) => emoji)].map(([emoji, all]) => ({
    emoji,
    count: all.length,
    isOurs: all.some(({ by }) => by === OURS),
  }))
  return groups.sort((one, other) => other.count - one.count)
}

/** The emoji to send for a click: the one that stands there already is taken back. */
export const toggledEmoji = (reactions: Reactions, emoji: string): string =>
  ourReaction(reactions) === emoji ? '' : emoji

/** The company's own reaction; empty for none. */
export const ourReaction = (reactions: Reactions): string =>
  reactions.find(({ by }) => by === OURS)?.emoji ?? ''

/** The reactions with the company's own one changed. There is at most one. An empty emoji takes it back. */
export function withOurReaction(reactions: Reactions, emoji: string): Reactions {
  const others = reactions.filter(({ by }) => by !== OURS)
  return emoji === '' ? others : [...others, { by: OURS, emoji }]
}
