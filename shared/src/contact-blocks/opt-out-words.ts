import { searchable } from '../contacts/searchable.ts'

/** Who answers with one of these and nothing else wants no more messages (part 3 §5); a company may choose others. */
export const DEFAULT_OPT_OUT_WORDS = [
  'sair',
  'parar',
  'pare',
  'stop',
  'cancelar',
  'remover',
  'unsubscribe',
  'baja',
]

/** A message of one of these words alone ends an opt-out. A company may choose others. */
export const DEFAULT_RETURN_WORDS = ['voltar', 'quero receber', 'start']

/** What campaigns tell people to answer; it counts whatever a company chooses. */
const ALWAYS = 'sair'

/** Longer texts are more than a word, in characters. */
export const OPT_OUT_MAX_LENGTH = 30

/**
 * Whether a text is an opt-out word alone. Case, accents and what is no letter around it do not count: "Sair!" is
 * one.
 */
export function isOptOut(text: string, words: readonly string[] = DEFAULT_OPT_OUT_WORDS): boolean {
  const said = bare(text)
  return said === ALWAYS || (said !== '' && words.some((word) => bare(word) === said))
}

/** Whether a text is a word of return alone, and no opt-out word: what opts out never lets campaigns in again. */
export function isReturn(
  text: string,
  words: readonly string[] = DEFAULT_RETURN_WORDS,
  optOutWords?: readonly string[],
): boolean {
  const said = bare(text)
  return said !== '' && words.some((word) => bare(word) === said) && !isOptOut(text, optOutWords)
}

const bare = (text: string): string =>
  searchable(text)
    .trim()
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
