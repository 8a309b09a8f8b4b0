import { firstOf } from '@recado/shared/first-of'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { canSee, sightOf } from '@recado/shared/tickets/rules/sight'
import { type RefObject, useMemo, useRef } from 'react'
import { useUser } from '../../session/use-session.ts'
import { useSuggestions } from '../../ui/suggestions/use-suggestions.ts'
import { connectionQueueIds, type Directory } from '../directory.ts'
import type { Attendant } from '../queries.ts'
import { mentionsIn } from './mentions.ts'

interface MentionField {
  ticket: Ticket
  directory: Directory
  isEnabled: boolean
  text: string
  onText: (text: string) => void
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

/** The most colleagues shown; another letter finds the right one. */
const MOST = 20

/** Mentions in a note: a word that begins with `@` opens the list of colleagues who may see the ticket. */
export function useMentionList({ ticket, directory, ...field }: MentionField) {
  const { id: me } = useUser()
  const picked = useRef(new Set<string>())
  const colleagues = useMemo(() => {
    const sight = sightOf(ticket, connectionQueueIds(directory, ticket.whatsappId))
    return [...directory.attendants.values()].filter(
      ({ id: userId, seesAll, queueIds }) => userId !== me && canSee({ userId, seesAll, queueIds }, sight),
    )
  }, [ticket, directory, me])
  const suggestions = useSuggestions<Attendant>({
    ...field,
    sign: '@',
    find: (query) =>
      firstOf(
        colleagues.filter((one) => hasWordWith(one.name, query)),
        MOST,
      ),
    insertionOf: ({ name }) => `@${name} `,
    onInserted: ({ id }) => picked.current.add(id),
  })
  return { suggestions, mentionsOf: (text: string) => mentionsIn(text, colleagues, picked.current) }
}

export type MentionList = ReturnType<typeof useMentionList>

/** Whether a word of a name begins with what was typed. */
const hasWordWith = (name: string, query: string): boolean =>
  name
    .toLowerCase()
    .split(/\s+/)
    .some((word) => word.startsWith(query))
