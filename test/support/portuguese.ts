import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import pt from '../../web/src/i18n/pt.json' with { type: 'json' }
import { withZeros } from '../../web/src/i18n/zeros.ts'

/** Has the app speak Portuguese, as in the browser. Texts with counts and names are formatted too. */
export const speakPortuguese = async (): Promise<void> => {
  const resources = { pt: { translation: withZeros(pt) } }
  await i18next.use(initReactI18next).init({ lng: 'pt', resources, keySeparator: false, nsSeparator: false })
}
