import { ActionIcon, ColorSwatch, Menu } from '@mantine/core'
import type { ListedTicket } from '@recado/shared/tickets/contract/ticket'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ticketTitle } from '../ticket-title.ts'
import classes from './kanban.module.css'
import type { CardHandlers } from './StageColumn.tsx'
import { type Stage, stageAttribute } from './stage.ts'

interface CardMenuProps extends Pick<CardHandlers, 'onMove'> {
  ticket: ListedTicket
  stage: Stage
  stages: readonly Stage[]
}

/** The other columns, for users who do not drag. */
export function CardMenu({ ticket, stage, stages, onMove }: CardMenuProps) {
  const { t } = useTexts()
  return (
    // It closes at once, so that its focus returns to the card before the focus follows the card to its column.
    <Menu position="bottom-end" withinPortal transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon
          className={classes.menu}
          variant="subtle"
          color="gray"
          aria-label={t('kanban.moveOf', { name: ticketTitle(ticket.name) })}
        >
          <IconArrowsExchange size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.choices}>
        {stages
          .filter(({ id }) => id !== stage.id)
          .map(({ id, name, tag }) => (
            <Menu.Item
              key={stageAttribute(id)}
              leftSection={<ColorSwatch size={12} color={tag?.color ?? 'transparent'} aria-hidden />}
              onClick={() => onMove(ticket, id)}
            >
              {t('kanban.moveTo', { stage: name })}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
