import type { Email } from '@recado/shared/email/email'
import type { Language } from '@recado/shared/language'
import type { WhyPasswordLink } from '@recado/shared/sessions/session'
import { ACCOUNT_WORDS, type LetterWords, type OperatorDeed } from './account-words.ts'

interface Letter extends LetterWords {
  /** Name of the reader, if known. */
  name?: string
  link: string
  /** Portuguese without it. */
  language?: Language
}

interface PasswordLetter {
  name: string
  link: string
  why: WhyPasswordLink
  /** Portuguese without it. */
  language?: Language | undefined
}

export const passwordLetter = (to: string, { name, link, why, language = 'pt' }: PasswordLetter): Email =>
  letterOf(to, { name: unlinked(name), link, language, ...ACCOUNT_WORDS[language].password[why] })

interface InvitationLetter {
  company: string
  link: string
  days: number
  /** Portuguese without it. */
  language?: Language | undefined
}

export const invitationLetter = (
  to: string,
  { company, link, days, language = 'pt' }: InvitationLetter,
): Email => letterOf(to, { link, language, ...ACCOUNT_WORDS[language].invitation(unlinked(company), days) })

/**
 * A name without what mail programs make a link of. These mails go to addresses that a company's admin types, and a
 * name such as "Prêmio em exemplo.com" would lead strangers there in Recado's name.
 */
const unlinked = (name: string): string => name.replace(/[.:/@]+(?=\S)/g, ' ')

interface DeedLetter {
  company: string
  deed: OperatorDeed
  operator: string
  /** The user's name and e-mail; an invitation may have neither. */
  name: string
  email: string
  link: string
  language: Language
}

/** For a company's admins: an operator of the platform changed one of their users. */
export function operatorDeedLetter(to: string, { name, email, link, language, ...of }: DeedLetter): Email {
  const user = [name, email && `(${email})`].filter(Boolean).join(' ')
  return letterOf(to, { link, language, ...ACCOUNT_WORDS[language].operatorDeed({ ...of, user }) })
}

const GREETINGS: Record<Language, { hello: string; code: string }> = {
  pt: { hello: 'Olá', code: 'pt-BR' },
  en: { hello: 'Hello', code: 'en' },
  es: { hello: '¡Hola', code: 'es' },
}

export function letterOf(
  to: string,
  { subject, name, before, action, link, after, language = 'pt' }: Letter,
): Email {
  const { hello, code } = GREETINGS[language]
  // A line break in a subject would start another header, and other control characters are no part of one.
  const title = subject.replace(/[\s\p{Cc}]+/gu, ' ')
  const greeting = name ? `${hello}, ${name}!` : `${hello}!`
  const text = [greeting, ...before, `${action}: ${link}`, ...after].join('\n\n')
  const paragraph = (line: string) => `<p>${escaped(line)}</p>`
  const html = [
    `<!doctype html><html lang="${code}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    // Without colours of its own, the mail follows a dark mail program.
    `<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>`,
    '<body style="font-family:sans-serif;line-height:1.5">',
    ...[greeting, ...before].map(paragraph),
    `<p><a href="${escaped(link)}">${escaped(action)}</a></p>`,
    ...after.map(paragraph),
    '</body></html>',
  ].join('')
  return { to, subject: title, text, html }
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
