import type { Email } from '@recado/shared/email/email'
import type { Language } from '@recado/shared/language'
import type { WhyPasswordLink } from '@recado/shared/sessions/session'
import { ACCOUNT_WORDS, type LetterWords } from './account-words.ts'

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
 * A name without what mail programs make a link of. These mails go to addresses that a company's admin types, and a name such as
 * "Prêmio em exemplo.com" would lead strangers there in Recado's name.
 */
const unlinked = (name: string): string => name.replace(/[.:/@]+(?=\S)/g, ' ')

/** For a company's admins: an operator of the platform changed one of their users. */
export const operatorDeedLetter = (
  to: string,
  { company, deed, operator, name, email, link }: OperatorDeed & { company: string; link: string },
): Email => {
  const whom = [name, email && `(${email})`].filter(Boolean).join(' ')
  return letterOf(to, {
    subject: `Recado: a plataforma ${DEED_WORDS[deed].subject} em ${company}`,
    before: [`${operator}, da plataforma, ${DEED_WORDS[deed].text} em ${company}${whom && `: ${whom}`}.`],
    action: 'Ver usuários',
    link,
    after: ['Se ninguém da sua empresa pediu isto, fale com a plataforma. A ação está na auditoria.'],
  })
}

interface OperatorDeed {
  deed: 'created' | 'changed' | 'invited'
  operator: string
  name: string
  email: string
}

const DEED_WORDS: Record<OperatorDeed['deed'], { subject: string; text: string }> = {
  created: { subject: 'criou um usuário', text: 'criou um usuário' },
  changed: { subject: 'alterou um usuário', text: 'alterou os dados de um usuário' },
  invited: { subject: 'criou um convite', text: 'criou um convite para um novo usuário' },
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
  const greeting = name ? `${hello}, ${name}!` : `${hello}!`
  const text = [greeting, ...before, `${action}: ${link}`, ...after].join('\n\n')
  const paragraph = (line: string) => `<p>${escaped(line)}</p>`
  const html = [
    `<!doctype html><html lang="${code}"><body style="font-family:sans-serif;line-height:1.5">`,
    ...[greeting, ...before].map(paragraph),
    `<p><a href="${escaped(link)}">${escaped(action)}</a></p>`,
    ...after.map(paragraph),
    '</body></html>',
  ].join('')
  // A line break in a subject would start another header.
  return { to, subject: subject.replace(/\s+/g, ' '), text, html }
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
