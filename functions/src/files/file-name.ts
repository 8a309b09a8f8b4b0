const LONGEST_NAME = 255

/** A file's name without its folders, and without characters that file systems or headers refuse. */
export const nameOf = (given: string): string =>
  given
    .replace(/^.*[\\/]/s, '')
    .slice(-LONGEST_NAME)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}:*?"<>|]/gu, ' ')
    .trim() || 'anexo'
