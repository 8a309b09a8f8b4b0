import dayjs from 'dayjs'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type en from './en.json'
import type es from './es.json'
import pt from './pt.json'

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

const load: Record<Language, () => Promise<Texts>> = {
  pt: async () => pt,
  en: async () => (await import('./en.json')).default satisfies SameTextsAs<typeof en>,
  es: async () => (await import('./es.json')).default satisfies SameTextsAs<typeof es>,
}

const loadDates: Record<Language, () => Promise<unknown>> = {
  pt: () => import('dayjs/locale/pt-br'),
  en: async () => undefined,
  es: () => import('dayjs/locale/es'),
}

/** Starts with Portuguese unless the user chose another language. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'pt',
    fallbackLng: 'pt',
    resources: { pt: { translation: pt } },
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
  const [texts] = await Promise.all([load[language](), loadDates[language]()])
  i18next.addResourceBundle(language, 'translation', texts)
  dayjs.locale(LOCALES[language].toLowerCase())
  document.documentElement.lang = LOCALES[language]
  await i18next.changeLanguage(language)
}

function storedLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY)
  return LANGUAGES.find((language) => language === stored) ?? 'pt'
}

/** Whether a text exists for a key from outside, such as an error code. */
export const hasText = (key: string): key is TextKey => Object.hasOwn(pt, key)
