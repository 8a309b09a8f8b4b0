import { MESSAGE_VARIABLES } from '@recado/shared/campaigns/contract/campaign'

/**
 * The variables in texts that do not exist, as written, each once. Messages keep them as they are (part 3 §6). Letters
 * with accents and hyphens count as part of a name here, and up to three words are one name, so that `{saudação}`,
 * `{e-mail}` and `{primeiro nome}` are found too.
 */
export function unknownVariables(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(VARIABLE)])
  const unknown = found.filter(([, double, single]) => isUnknown(double ?? single ?? ''))
  return [...new Set(unknown.map(([written]) => written))]
}

const WORD = '[\\p{L}\\p{M}\\p{N}_-]+'
/** More words are a sentence in braces. */
const NAME = `(${WORD}(?: ${WORD}){0,2})`
/** Names in braces, double ones first as in `fillTemplate`. */
const VARIABLE = new RegExp(`\\{\\{\\s*${NAME}\\s*\\}\\}|\\{\\s*${NAME}\\s*\\}`, 'gu')

/** Longer texts of several words are no name. */
const LONGEST_NAME = 40

const isUnknown = (name: string): boolean =>
  !isKnown(name) && (name.length <= LONGEST_NAME || !name.includes(' '))

const isKnown = (name: string): boolean =>
  MESSAGE_VARIABLES.some((variable) => variable === name.toLowerCase())
