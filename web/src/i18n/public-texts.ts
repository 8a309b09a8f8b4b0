/** Beginnings of the keys of texts that the pages before the login show. A test compares them with the pages. */
export const PUBLIC_TEXTS = [
  'session.',
  'signUp.',
  'forgot.',
  'reset.',
  'form.',
  'errors.',
  'common.',
  'shell.',
  'release.',
  'users.name',
  'users.newPassword',
]

export const isPublicText = (key: string): boolean => PUBLIC_TEXTS.some((start) => key.startsWith(start))
