import type { Connection } from '@recado/shared/connections/connection'
import type { Tag } from '@recado/shared/tags/tag'
import type { TicketQueue } from '@recado/shared/ticket-queues/ticket-queue'
import type { TicketActor } from '@recado/shared/tickets/rules/machine'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { connectionsQuery } from '../connections/queries.ts'
import { useMay, useUser } from '../session/use-session.ts'
import { tagChoicesQuery } from '../tags/queries.ts'
import { ticketQueuesQuery } from '../ticket-queues/queries.ts'
import { type Attendant, attendantsQuery } from './queries.ts'

/** What tickets name by ids. */
export interface Directory {
  queues: ReadonlyMap<string, TicketQueue>
  attendants: ReadonlyMap<string, Attendant>
  tags: ReadonlyMap<string, Tag>
  connections: ReadonlyMap<string, Connection>
}

export function useDirectory(): Directory {
  const { data: queues } = useQuery(ticketQueuesQuery)
  const { data: attendants } = useQuery(attendantsQuery)
  const { data: tags } = useQuery(tagChoicesQuery)
  const { data: connections } = useQuery(connectionsQuery)
  return useMemo(
    () => ({
      queues: byId(queues),
      attendants: byId(attendants),
      tags: byId(tags),
      connections: byId(connections),
    }),
    [queues, attendants, tags, connections],
  )
}

const byId = <T extends { id: string }>(records: readonly T[] | undefined): ReadonlyMap<string, T> =>
  new Map(records?.map((record) => [record.id, record]))

/** The user as the rules of tickets look at them; undefined until their queues are known. */
export function useDeskActor(): TicketActor | undefined {
  const { id: userId } = useUser()
  const seesAll = useMay('tickets-manager:showall')
  const { data: attendants } = useQuery(attendantsQuery)
  return useMemo(() => {
    if (!attendants) return undefined
    const queueIds = attendants.find(({ id }) => id === userId)?.queueIds ?? []
    return { userId, seesAll, queueIds }
  }, [attendants, userId, seesAll])
}

/** The ids of the queues of a ticket's connection. */
export const connectionQueueIds = ({ connections }: Directory, whatsappId: string): string[] =>
  connections.get(whatsappId)?.queues.map(({ id }) => id) ?? []

/** Whether a ticket's connection is known, and has no session now. */
export function isConnectionDown({ connections }: Directory, whatsappId: string): boolean {
  const connection = connections.get(whatsappId)
  return connection !== undefined && connection.status !== 'CONNECTED'
}
