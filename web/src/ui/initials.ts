/**
 * The letters for an avatar: of the first two words with a letter, or two of the only word. A name of digits or signs has
 * none.
 */
export function initialsOf(name: string): string {
  const firsts = [...name.matchAll(/(?:^|\s)[^\p{L}\s]*(\p{L}\p{M}*)/gu)].map(([, letter]) => letter)
  const [one = '', other = ''] = firsts.length > 1 ? firsts : (name.match(/\p{L}\p{M}*/gu) ?? [])
  return (one + other).toUpperCase()
}
