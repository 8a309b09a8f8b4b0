import { firstOf } from '@recado/shared/first-of'

/**
 * The letters for an avatar: of the first two words with a letter, or two of the only word. A name of digits or signs has
 * none.
 */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).flatMap((word) => {
    const letters = word.match(/\p{L}\p{M}*/gu)
    return letters ? [letters] : []
  })
  const [only, ...others] = words
  const initials = others.length === 0 ? (only ?? []) : words.flatMap(([first = '']) => first)
  return firstOf(initials, 2).join('').toUpperCase()
}
