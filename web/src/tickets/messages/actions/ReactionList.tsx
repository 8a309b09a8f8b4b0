import { UnstyledButton } from '@mantine/core'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { useTexts } from '../../../i18n/use-texts.ts'
import classes from './actions.module.css'
import { useMessageActions } from './message-actions.tsx'
import { groupReactions } from './reactions.ts'

/** The reactions to a message with their counts. A click adds one's own, or takes it back. */
export function ReactionList({ message }: { message: ShownMessage }) {
  const { t } = useTexts()
  const { mayWrite, react } = useMessageActions()
  const groups = groupReactions(message.reactions)
  if (groups.length === 0) return null
  return (
    <ul className={classes.reactions} aria-label={t('tickets.message.reactions')}>
      {groups.map(({ emoji, count, isOurs }) => (
        <li key={emoji}>
          <UnstyledButton
            className={classes.reaction}
            data-ours={isOurs || undefined}
            disabled={!mayWrite}
            aria-pressed={isOurs}
            aria-label={t('tickets.message.reaction', { emoji, count })}
            onClick={() => react(message, emoji)}
          >
            {emoji} {count > 1 && count}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
