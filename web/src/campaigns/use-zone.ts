import { DEFAULT_TIME_ZONE } from '@recado/shared/campaigns/settings'
import { useQuery } from '@tanstack/react-query'
import { cshow } from '../api/session.ts'
import { settingsQuery } from './queries.ts'

/** The company's zone; companies without campaigns have no settings, and live in the default one. */
export function useZone(): string {
  const { data } = useQuery({ ...settingsQuery, enabled: cshow() })
  return data?.timezone ?? DEFAULT_TIME_ZONE
}
