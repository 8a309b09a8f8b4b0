import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUser } from '../session/use-session.ts'
import { type Attendant, attendantsQuery } from '../tickets/queries.ts'

/** The other users of the company by name; undefined until they are loaded. */
export function useColleagues(): Attendant[] | undefined {
  const { id: me } = useUser()
  const { data } = useQuery(attendantsQuery)
  return useMemo(() => data?.filter(({ id }) => id !== me), [data, me])
}
