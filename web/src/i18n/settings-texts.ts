/**
 * Beginnings of the keys of texts that only the settings show, and an operator's first page, which is one of their tabs. They
 * come with these pages. A test compares them with all other files.
 */
const SETTINGS_TEXTS = [
  'audit.',
  'companies.',
  'instances.',
  'openingHours.',
  'options.',
  'privacy.',
  'retention.',
]

export const isSettingsText = (key: string): boolean => SETTINGS_TEXTS.some((start) => key.startsWith(start))
