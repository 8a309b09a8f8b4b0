import { useWindowEvent } from '@mantine/hooks'
import { TICKET_TAGS_MAX, type Ticket } from '@recado/shared/tickets/contract/ticket'
import { stageOf, tagsInStage } from '@recado/shared/tickets/rules/stages'
import { type RefObject, useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { toastError, toastInfo } from '../../ui/toast.ts'
import type { Directory } from '../directory.ts'
import { useMoveCard } from '../mutations.ts'
import { ticketTitle } from '../ticket-title.ts'
import { type Stage, stageAttribute } from './stage.ts'

/** A card that was picked up. */
export interface Lifted {
  ticket: Ticket
  from: string | null
  /** The column that it would be dropped in; undefined for none. */
  over: string | null | undefined
  by: 'pointer' | 'keys'
}

/** Which card is picked up, and how cards move to another column. Each step is told to screen readers. */
export function useMoves(
  stages: readonly Stage[],
  { tags }: Pick<Directory, 'tags'>,
  boardRef: RefObject<HTMLElement | null>,
) {
  const { t } = useTexts()
  const [lifted, setLifted] = useState<Lifted>()
  const [told, setTold] = useState('')
  /**
   * The card that was moved last. It gets the focus each time it appears, until the user does something else: a refusal or a
   * colleague can move it after its column was shown.
   */
  const focusedId = useRef<string>(undefined)
  const leave = () => {
    focusedId.current = undefined
  }
  // Before the handlers of a card, which may move it.
  useWindowEvent('pointerdown', leave, { capture: true })
  useWindowEvent('keydown', leave, { capture: true })
  const { mutateAsync } = useMoveCard()
  const stageIds = stages.flatMap(({ id }) => id ?? [])
  const nameOf = (id: string | null) => stages.find((stage) => stage.id === id)?.name ?? ''

  const move = (ticket: Ticket, to: string | null) => {
    const name = ticketTitle(ticket.name)
    const from = stageOf(ticket, stageIds)
    setLifted(undefined)
    if (from === to) return setTold(t('kanban.kept', { name, stage: nameOf(from) }))
    // A deleted tag is no tag of a ticket any more.
    const known = ticket.tagIds.filter((id) => tags.has(id))
    const tagIds = tagsInStage({ tagIds: known }, stageIds, to)
    if (tagIds.length > TICKET_TAGS_MAX)
      return toastInfo(t('kanban.tooManyTags', { max: TICKET_TAGS_MAX }), `tags-${ticket.id}`)
    focusedId.current = ticket.id
    setTold(t('kanban.moved', { name, stage: nameOf(to) }))
    // Not `mutate`: it tells only of the last of several moves.
    mutateAsync({ ticket, tagIds }).catch((error) => {
      const title = t('kanban.notMoved', { name, stage: nameOf(from) })
      setTold(title)
      toastError(error, { title })
    })
  }
  const hover = (over: string | null | undefined) =>
    setLifted((now) => (now && now.over !== over ? { ...now, over } : now))
  return {
    lifted,
    told,
    focusedId,
    move,
    lift: (ticket: Ticket, by: Lifted['by']) => {
      const from = stageOf(ticket, stageIds)
      setLifted({ ticket, from, over: from, by })
      if (by === 'keys') setTold(t('kanban.lifted', { name: ticketTitle(ticket.name), stage: nameOf(from) }))
    },
    hover,
    /** With the keyboard: brings the column into view and says its name. */
    step: (over: string | null) => {
      hover(over)
      setTold(nameOf(over))
      const column = boardRef.current?.querySelector(`[data-stage="${stageAttribute(over)}"]`)
      column?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
    /** @param by undefined: however it was picked up */
    cancel: (by?: Lifted['by']) => {
      if (!lifted || (by && lifted.by !== by)) return
      setLifted(undefined)
      setTold(t('kanban.kept', { name: ticketTitle(lifted.ticket.name), stage: nameOf(lifted.from) }))
    },
  }
}

export type Moves = ReturnType<typeof useMoves>
