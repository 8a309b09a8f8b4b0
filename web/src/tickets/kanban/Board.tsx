import { VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Directory } from '../directory.ts'
import { ticketTitle } from '../ticket-title.ts'
import type { TicketView } from '../ticket-view.ts'
import classes from './kanban.module.css'
import { StageColumn } from './StageColumn.tsx'
import { StageTargets } from './StageTargets.tsx'
import { type Stage, stageAttribute } from './stage.ts'
import { useCardDrag } from './use-card-drag.ts'
import { useCardKeys } from './use-card-keys.ts'
import { useMoves } from './use-moves.ts'

interface BoardProps {
  /** The columns in view. */
  shown: readonly Stage[]
  /** All columns. */
  stages: readonly Stage[]
  filters: Omit<TicketView, 'tab'>
  directory: Directory
}

/** The id of the text that says how a card is moved with the keyboard. */
const HOW_TO = 'kanban-how-to'

/** The columns side by side. A card is moved with the pointer, with the keyboard, or by its menu. */
export function Board({ shown, stages, filters, directory }: BoardProps) {
  const { t } = useTexts()
  const boardRef = useRef<HTMLElement>(null)
  const ghostRef = useRef<HTMLDivElement>(null)
  const moves = useMoves(stages, directory, boardRef)
  const drag = useCardDrag(moves, boardRef, ghostRef)
  const onKeyDown = useCardKeys(moves, shown)
  const { lifted, told, move } = moves
  return (
    <section ref={boardRef} className={classes.board} aria-label={t('kanban.stages')}>
      <VisuallyHidden id={HOW_TO}>{t('kanban.howTo')}</VisuallyHidden>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      {shown.map((stage) => (
        <StageColumn
          key={stageAttribute(stage.id)}
          stage={stage}
          stages={stages}
          filters={filters}
          directory={directory}
          lifted={lifted}
          howTo={HOW_TO}
          focusedId={moves.focusedId}
          onPointerDown={drag}
          onKeyDown={onKeyDown}
          onBlur={() => moves.cancel('keys')}
          onMove={move}
        />
      ))}
      {lifted?.by === 'pointer' && shown.length < stages.length && (
        <StageTargets stages={stages} lifted={lifted} />
      )}
      {lifted?.by === 'pointer' && (
        <div ref={ghostRef} className={classes.ghost} aria-hidden>
          <bdi>{ticketTitle(lifted.ticket.name)}</bdi>
        </div>
      )}
    </section>
  )
}
