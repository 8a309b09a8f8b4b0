import { ActionIcon } from '@mantine/core'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { IconDots } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import classes from './actions.module.css'
import { useMessageActions } from './message-actions.tsx'

/** Opens the menu of a message. Seen while the pointer or the focus is on the bubble. */
export function MenuButton({ message }: { message: ShownMessage }) {
  const { t } = useTexts()
  const { openMenu } = useMessageActions()
  return (
    <ActionIcon
      className={classes.button}
      variant="subtle"
      color="gray"
      size={30}
      aria-label={t('tickets.message.actions')}
      aria-haspopup="menu"
      onClick={(event) => openMenu(message, event.currentTarget)}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  )
}
