import { type NoticeLanguage, noticeLanguage } from '@recado/shared/notices/settings'

/** The language of mails for a language of the app, such as `pt-BR`. */
export const noticeLanguageOf = (language: string): NoticeLanguage =>
  noticeLanguage.safeParse(language.split('-')[0]).data ?? 'pt'
