import { useEffect } from 'react'
import { languageForMails } from '../i18n/index.ts'
import { useMailLanguage } from './queries.ts'

/** Mails come in the language that the user chose before the login, as the app does. */
export function useLanguageOfLogin(): void {
  const { mutate } = useMailLanguage()
  useEffect(() => {
    const language = languageForMails()
    if (language) mutate(language)
  }, [mutate])
}
