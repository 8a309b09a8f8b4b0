import { clockOf } from '@recado/shared/calendar/local-date'
import type { Email } from '@recado/shared/email/email'
import type { Language } from '@recado/shared/language'
import { NO_RECIPIENTS, type NoticeAbout, type NoticeKind } from '@recado/shared/notices/notice'
import { pathOf } from '@recado/shared/notices/places'
import { cutText } from '@recado/shared/text'
import { letterOf } from './letters.ts'
import { EN, ES, type NoticeWords, PT } from './notice-words.ts'

const WORDS: Record<Language, NoticeWords> = { pt: PT, en: EN, es: ES }

/** A notice as a mail: one sentence, what to do, and the way to its page. It says nothing of customers. */
export function noticeLetter(
  to: string,
  { name, kind, about, language, origin, timeZone }: NoticeMail,
): Email {
  const words = WORDS[language]
  const until = about.until && minuteOf(about.until, timeZone)
  const [subject, ...before] = sentencesOf(words, kind, { ...about, until })
  return letterOf(to, {
    subject: `Recado: ${subject}`,
    name,
    before: [`${capital(subject)}.`, ...before],
    action: words.open,
    link: `${origin}${pathOf(about)}`,
    after: [words.choose],
    language,
  })
}

interface NoticeMail {
  /** The user's. */
  name: string
  kind: NoticeKind
  about: NoticeAbout
  language: Language
  /** The app's address. */
  origin: string
  /** The company's. */
  timeZone: string
}

/** "22/11/2026 14:03", as the app writes moments in each language. */
const minuteOf = (at: string, timeZone: string): string =>
  cutText(clockOf(timeZone)(at), 'DD/MM/YYYY HH:mm'.length)

const capital = (sentence: string): string => sentence.replace(/^./u, (letter) => letter.toLocaleUpperCase())

function sentencesOf(
  words: NoticeWords,
  kind: NoticeKind,
  { name = '', reason = '', done = 0, failed = 0, limit = 0, date = '', until }: NoticeAbout,
): [string, ...string[]] {
  switch (kind) {
    case 'connection-down':
      return [words.connectionDown(name), downSentence(words, reason, until)]
    case 'campaign-ended':
      return [
        words.campaignEnded(name),
        reason === NO_RECIPIENTS ? words.noRecipients : words.figures(done, failed),
      ]
    case 'campaign-waiting':
      return until
        ? [words.campaignWaiting(name), words.suspendedUntil(until), words.thenContinue]
        : [words.campaignWaiting(name), words.why[reason] ?? words.why.fault]
    case 'campaign-failing':
      return [words.campaignFailing(name), words.figures(done, failed)]
    case 'import-ended':
      return reason === 'DONE' ? [words.imported, words.rows(done, failed)] : [words.importFailed]
    case 'plan':
      return planSentences(words, { reason, done, limit, date })
    default:
      throw new Error(`Notices of this kind are not mailed: ${kind}`)
  }
}

/** @param until when a temporary ban ends, in words */
function downSentence(words: NoticeWords, reason: string, until: string | undefined): string {
  if (until) return words.suspendedUntil(until)
  switch (reason) {
    case 'NETWORK':
      return words.triesAgain
    case 'BANNED':
      return words.banned
    case 'TEMPORARILY_BANNED':
      return words.suspended
    default:
      return words.connectAgain
  }
}

function planSentences(
  words: NoticeWords,
  { reason, done, limit, date }: { reason: string; done: number; limit: number; date: string },
): [string, ...string[]] {
  const day = date.split('-').reverse().join('/')
  if (reason === 'due') return [words.due(day)]
  if (reason === 'overdue') return [words.overdue(day), words.stops]
  return [words.planInUse(words.limited[reason] ?? '', done, limit)]
}
