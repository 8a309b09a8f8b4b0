import { searchable } from '../../searchable.ts'

/** Longer texts are no mere thanks. */
const THANKS_MAX_WORDS = 3

/** An emoji, without its variants of colour or form; or a word. */
const WORDS = /\p{Extended_Pictographic}|[\p{L}\p{N}]+/gu

const wordsOf = (text: string): string[] => searchable(text).match(WORDS) ?? []

/** Whether a text is nothing but thanks: up to three words, all of them in the list. Case and accents do not count. */
export function isThanks(text: string, thanksWords: readonly string[]): boolean {
  const said = wordsOf(text)
  const known = new Set(thanksWords.flatMap(wordsOf))
  return said.length > 0 && said.length <= THANKS_MAX_WORDS && said.every((word) => known.has(word))
}

const NUMBER_WORDS = ['um', 'dois', 'tres', 'quatro', 'cinco']
const RATE = new RegExp(`^(?:nota )?([1-5]|${NUMBER_WORDS.join('|')})(?: estrelas?)?$`)
const STARS = /^[⭐🌟★]{1,5}$/u

/** A bare rate from 1 to 5: "5", "5️⃣", "nota 5", "cinco", "5 estrelas", "⭐⭐⭐"; undefined for any other text. */
export function rateIn(text: string): number | undefined {
  const said = bare(text)
  const stars = said.replaceAll(' ', '')
  if (STARS.test(stars)) return [...stars].length
  const [, rate] = RATE.exec(said) ?? []
  if (!rate) return undefined
  return NUMBER_WORDS.includes(rate) ? NUMBER_WORDS.indexOf(rate) + 1 : Number(rate)
}

/** What a customer says to the menu of queues: the position of a queue, the menu again, or something else. */
export type MenuAnswer = { choice: number } | 'again' | 'unknown'

const OPTION = /^(?:(?:opcao|numero) )?(\d{1,3})$/

/** Reads "1", "1.", "1️⃣", "opção 1" or a queue's name; "#" asks for the menu. */
export function menuAnswerIn(text: string, queueNames: readonly string[]): MenuAnswer {
  if (text.trim() === '#') return 'again'
  const said = bare(text)
  const [, option] = OPTION.exec(said) ?? []
  const choice = option ? Number(option) - 1 : queueNames.findIndex((name) => bare(name) === said)
  return said !== '' && choice >= 0 && choice < queueNames.length ? { choice } : 'unknown'
}

/** Without the signs around it. It reads a text once, as in `contact-blocks/opt-out-words.ts`. */
const WITHIN_SIGNS = /[\p{L}\p{N}⭐🌟★](?:.*[\p{L}\p{N}⭐🌟★])?/su

/** Lower case without accents and keycaps (they are combining marks too), and without surrounding characters. */
const bare = (text: string): string => WITHIN_SIGNS.exec(searchable(text))?.[0] ?? ''
