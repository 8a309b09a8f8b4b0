import { DEFAULT_TIME_ZONE } from '@recado/shared/calendar/time-zones'
import { useQuery } from '@tanstack/react-query'
import { cshow } from '../api/session.ts'
import { campaignSettingsQuery } from './queries.ts'

/** The company's time zone. A company without campaigns has no settings and gets the default zone. */
export function useZone(): string {
  const { data } = useQuery({ ...campaignSettingsQuery, enabled: cshow() })
  return data?.timezone ?? DEFAULT_TIME_ZONE
}
