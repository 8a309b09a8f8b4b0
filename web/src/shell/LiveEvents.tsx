import { useLanguageOfLogin } from '../notices/use-language-of-login.ts'
import { useUser } from '../session/use-session.ts'
import { useLiveEvents } from './use-live-events.ts'

/** Shows nothing. It is a component so that its code, which knows the events of all domains, comes after the page. */
export function LiveEvents() {
  useLiveEvents(useUser().companyId)
  useLanguageOfLogin()
  return null
}
