import { DEFAULT_TIME_ZONE } from '@recado/shared/calendar/time-zones'
import { useSyncExternalStore } from 'react'
import { session } from '../api/session.ts'

/** The company's time zone, an IANA name. The session holds it. */
export const useZone = (): string => useSyncExternalStore(session.onChange, zoneOfSession)

/** The company's time zone, outside of components. */
export const zoneOfSession = (): string =>
  session.user()?.company.settings.find(({ key }) => key === 'timezone')?.value ?? DEFAULT_TIME_ZONE

/**
 * Renews the session after a change of the time zone. Without an answer, the next renewal brings the zone; a refusal ends
 * the session.
 */
export const renewZone = () => session.refreshAnew().catch(() => undefined)
