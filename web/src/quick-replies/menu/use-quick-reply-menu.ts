import type { QuickReply } from '@recado/shared/quick-replies/quick-reply'
import { fillVariables, type ReplyVariable } from '@recado/shared/quick-replies/variables'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useSuggestions } from '../../ui/suggestions/use-suggestions.ts'
import { usableRepliesQuery } from '../queries.ts'
import { findReplies } from './find-replies.ts'

interface QuickReplyField {
  isEnabled: boolean
  text: string
  onText: (text: string) => void
  fieldRef: RefObject<HTMLTextAreaElement | null>
  onInserted: (reply: QuickReply) => void
  /** The values of the variables. */
  values: () => Partial<Record<ReplyVariable, string>>
}

/** Quick replies for a text field: a word that begins with `/` opens the list. */
export function useQuickReplyMenu({ values, ...field }: QuickReplyField) {
  // Only a field with the sign needs the replies.
  const { data: replies } = useQuery({
    ...usableRepliesQuery,
    enabled: field.isEnabled && field.text.includes('/'),
  })
  const preview = ({ message }: QuickReply): string => fillVariables(message, values())
  const suggestions = useSuggestions<QuickReply>({
    ...field,
    sign: '/',
    find: (query) => findReplies(replies ?? [], query),
    tellsNone: replies !== undefined,
    insertionOf: preview,
  })
  return { suggestions, preview }
}
