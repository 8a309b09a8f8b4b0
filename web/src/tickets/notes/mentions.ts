/** A colleague who can be mentioned. */
interface Named {
  id: string
  name: string
}

/** A part of a note: plain text, or the mention of a name with its sign. */
export interface NotePart {
  text: string
  isMention: boolean
}

interface FoundMention {
  start: number
  end: number
  /** In lower case. */
  name: string
}

/**
 * The colleagues whose names stand in a note behind an `@`.
 * @param picked ids that the user picked from the list; among colleagues of one name they decide
 */
export function mentionsIn(
  text: string,
  colleagues: readonly Named[],
  picked: ReadonlySet<string>,
): string[] {
  const names = new Set(findMentions(text, colleagues).map(({ name }) => name))
  const byName = Map.groupBy(colleagues, ({ name }) => name.toLowerCase())
  return [...names].flatMap((name) => {
    const meant = byName.get(name) ?? []
    const chosen = meant.filter(({ id }) => picked.has(id))
    return (chosen.length > 0 ? chosen : meant).map(({ id }) => id)
  })
}

/** A note in parts, to highlight the mentions of these colleagues. */
export function noteParts(text: string, mentioned: readonly Named[]): NotePart[] {
  const parts: NotePart[] = []
  let behind = 0
  for (const { start, end } of findMentions(text, mentioned)) {
    if (start > behind) parts.push({ text: text.slice(behind, start), isMention: false })
    parts.push({ text: text.slice(start, end), isMention: true })
    behind = end
  }
  if (behind < text.length) parts.push({ text: text.slice(behind), isMention: false })
  return parts
}

/** At each `@` the longest name counts: `@Ana Lima` is not a mention of Ana. */
function findMentions(text: string, colleagues: readonly Named[]): FoundMention[] {
  const names = [...new Set(colleagues.map(({ name }) => name.toLowerCase()))].sort(
    (a, b) => b.length - a.length,
  )
  const lower = text.toLowerCase()
  const found: FoundMention[] = []
  // Some letters have another length in lower case. Then positions would not fit.
  if (lower.length !== text.length) return found
  for (let start = lower.indexOf('@'); start >= 0; start = lower.indexOf('@', start + 1)) {
    if (LETTER.test(lower.charAt(start - 1))) continue
    const name = names.find((each) => isWordAt(lower, start + 1, each))
    if (name) found.push({ start, end: start + 1 + name.length, name })
  }
  return found
}

const LETTER = /[\p{L}\p{N}_]/u

const isWordAt = (text: string, at: number, word: string): boolean =>
  word !== '' && text.startsWith(word, at) && !LETTER.test(text.charAt(at + word.length))
