import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type en from './en.json'
import type es from './es.json'
import type pt from './pt.json'

export const LANGUAGES = ['pt', 'en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]
export type TextKey = keyof typeof pt
type Texts = Record<TextKey, string>
/** Accepts no language with a text that Portuguese lacks. */
type SameTextsAs<T> = keyof T extends TextKey ? Texts : never

/** Names of the languages in their own words, and their codes for HTML and Intl. */
export const LANGUAGE_NAMES: Record<Language, string> = { pt: 'Português', en: 'English', es: 'Español' }
export const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' }

const STORAGE_KEY = 'recado.language'

/** The texts of the pages before the login, or all of them. */
type Part = 'public' | 'all'
type Load = Record<Language, () => Promise<{ default: Partial<Texts> }>>

const load: Record<Part, Load> = {
  // vite.config.ts leaves out what only the app shows.
  public: {
    pt: () => import('./pt.json?public'),
    en: () => import('./en.json?public'),
    es: () => import('./es.json?public'),
  },
  all: {
    pt: () => import('./pt.json'),
    en: () => import('./en.json') satisfies Promise<{ default: SameTextsAs<typeof en> }>,
    es: () => import('./es.json') satisfies Promise<{ default: SameTextsAs<typeof es> }>,
  },
}

const loadDates: Record<Language, () => Promise<unknown>> = {
  pt: () => import('dayjs/locale/pt-br'),
  en: async () => undefined,
  es: () => import('dayjs/locale/es'),
}

let part: Part = 'public'

/** Loads a part of the texts, in Portuguese unless the user chose another language. */
export async function startTexts(wanted: Part): Promise<void> {
  part = wanted
  if (!i18next.isInitialized)
    await i18next.use(initReactI18next).init({
      lng: storedLanguage(),
      resources: {},
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
    })
  await applyLanguage(storedLanguage())
}

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language)
  await applyLanguage(language)
}

async function applyLanguage(language: Language): Promise<void> {
  const [texts] = await Promise.all([load[part][language](), part === 'all' && applyDates(language)])
  i18next.addResourceBundle(language, 'translation', texts.default)
  document.documentElement.lang = LOCALES[language]
  await i18next.changeLanguage(language)
}

async function applyDates(language: Language): Promise<void> {
  const [{ default: dayjs }] = await Promise.all([import('dayjs'), loadDates[language]()])
  dayjs.locale(LOCALES[language].toLowerCase())
}

function storedLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY)
  return LANGUAGES.find((language) => language === stored) ?? 'pt'
}

/** Whether a text exists for a key from outside, such as an error code. */
export const hasText = (key: string): key is TextKey => i18next.exists(key)
