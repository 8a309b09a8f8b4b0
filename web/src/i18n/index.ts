import { LANGUAGES, type Language } from '@recado/shared/language'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type en from './en.json'
import type es from './es.json'
import type pt from './pt.json'
import { withZeros } from './zeros.ts'

export type TextKey = keyof typeof pt
type Texts = Record<TextKey, string>
/** Accepts no language that lacks a text of Portuguese, or has one that Portuguese lacks. */
type Complete<T extends Texts & { [Key in Exclude<keyof T, TextKey>]: never }> = Record<keyof T, string>

/** Names of the languages in their own words, and their codes for HTML and Intl. */
export const LANGUAGE_NAMES: Record<Language, string> = { pt: 'Português', en: 'English', es: 'Español' }
export const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' }

const STORAGE_KEY = 'recado.language'
/** The language that was chosen before the login, until the mails of the user who signs in come in it too. */
const MAILS_KEY = 'recado.language-of-mails'

/** Texts that come with a page: the settings have texts of their own, and all other pages share theirs. */
export type PagePart = 'other' | 'settings'
/** The same, and the texts of the pages before the login, and of the frame behind it with the first page. */
type Part = 'public' | 'frame' | PagePart
/** vite.config.ts makes the parts of each file. */
interface Files {
  pt: Texts
  en: Complete<typeof en>
  es: Complete<typeof es>
}
type Load = { [L in Language]: () => Promise<{ default: Partial<Files[L]> }> }

const load: Record<Part, Load> = {
  public: {
    pt: () => import('./pt.json?public'),
    en: () => import('./en.json?public'),
    es: () => import('./es.json?public'),
  },
  frame: {
    pt: () => import('./pt.json?frame'),
    en: () => import('./en.json?frame'),
    es: () => import('./es.json?frame'),
  },
  other: {
    pt: () => import('./pt.json?other'),
    en: () => import('./en.json?other'),
    es: () => import('./es.json?other'),
  },
  settings: {
    pt: () => import('./pt.json?settings'),
    en: () => import('./en.json?settings'),
    es: () => import('./es.json?settings'),
  },
}

const loadDates: Record<Language, () => Promise<unknown>> = {
  pt: () => import('dayjs/locale/pt-br'),
  en: async () => undefined,
  es: () => import('dayjs/locale/es'),
}

/** The parts that are in use. Another language loads them too. */
let used = new Set<Part>()
/** The language of this tab. Another tab may have stored another one. */
let chosen: Language = 'pt'
const added = new WeakSet<object>()
/** The parts that are there, each with its language. */
const there = new Set<`${Part} ${Language}`>()

/** Loads parts of the texts, in Portuguese unless the user chose another language. */
export async function startTexts(...parts: Part[]): Promise<void> {
  used = new Set(parts)
  if (!i18next.isInitialized)
    await i18next.use(initReactI18next).init({
      lng: storedLanguage(),
      resources: {},
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
      // What is shown already follows texts that come later.
      react: { bindI18nStore: 'added' },
    })
  await applyLanguage(storedLanguage())
}

/** Whether these texts are there, so that nothing has to wait for them. */
export const hasTexts = (...parts: PagePart[]): boolean =>
  parts.every((part) => used.has(part) && there.has(`${part} ${chosen}`))

/** Loads texts that the frame and the first page do without, once. */
export async function loadTexts(...parts: PagePart[]): Promise<void> {
  for (const part of parts) used.add(part)
  await Promise.all(parts.map((part) => addTexts(part, chosen)))
}

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language)
  await applyLanguage(language)
}

/** Changes the language before the login: it is also the one for the mails of the user who signs in. */
export function changeLanguageBeforeLogin(language: Language): Promise<void> {
  localStorage.setItem(MAILS_KEY, language)
  return changeLanguage(language)
}

/** The language that was chosen before the login, if the user's mails do not come in it yet. */
export const languageForMails = (): Language | undefined =>
  LANGUAGES.find((language) => language === localStorage.getItem(MAILS_KEY))

/** The user's mails come in the language of the app from now on. */
export const forgetLanguageForMails = (): void => localStorage.removeItem(MAILS_KEY)

async function applyLanguage(language: Language): Promise<void> {
  chosen = language
  const parts = [...used].map((part) => addTexts(part, language))
  await Promise.all([...parts, used.has('frame') && applyDates(language)])
  document.documentElement.lang = LOCALES[language]
  await i18next.changeLanguage(language)
}

async function addTexts(part: Part, language: Language): Promise<void> {
  const { default: texts } = await load[part][language]()
  if (added.has(texts)) return
  added.add(texts)
  i18next.addResourceBundle(language, 'translation', withZeros(texts))
  there.add(`${part} ${language}`)
}

async function applyDates(language: Language): Promise<void> {
  const [{ default: dayjs }] = await Promise.all([import('dayjs'), loadDates[language]()])
  dayjs.locale(LOCALES[language].toLowerCase())
}

function storedLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY)
  return LANGUAGES.find((language) => language === stored) ?? 'pt'
}

/** Whether a text exists for a key from outside, such as an error code. @param values a count chooses the plural */
export const hasText = (key: string, values: Record<string, string | number> = {}): key is TextKey =>
  i18next.exists(key, values)
