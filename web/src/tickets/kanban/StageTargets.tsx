import { ColorSwatch } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './kanban.module.css'
import { type Stage, stageAttribute } from './stage.ts'
import type { Lifted } from './use-moves.ts'

interface StageTargetsProps {
  stages: readonly Stage[]
  lifted: Lifted
}

/**
 * The other columns, to drop a card on where one column is in view at a time. They cover the top of the page, where no
 * card is. Hidden from screen readers, whose users move a card by its menu.
 */
export function StageTargets({ stages, lifted }: StageTargetsProps) {
  const { t } = useTexts()
  return (
    <ul className={classes.targets} aria-hidden>
      {stages
        .filter(({ id }) => id !== lifted.from)
        .map(({ id, name, tag }) => (
          <li
            key={stageAttribute(id)}
            className={classes.target}
            data-stage={stageAttribute(id)}
            data-over={lifted.over === id || undefined}
          >
            <ColorSwatch size={12} color={tag?.color ?? 'transparent'} />
            <bdi>{t('kanban.moveTo', { stage: name })}</bdi>
          </li>
        ))}
    </ul>
  )
}
