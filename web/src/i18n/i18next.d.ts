import 'i18next'
import type pt from './pt.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false
    nsSeparator: false
    resources: { translation: typeof pt }
  }
}
