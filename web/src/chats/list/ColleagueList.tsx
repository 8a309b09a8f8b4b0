import { Text, UnstyledButton } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import list from '../../tickets/list/list.module.css'
import type { Attendant } from '../../tickets/queries.ts'
import { ChatAvatar } from './ChatAvatar.tsx'
import classes from './chats.module.css'

interface ColleagueListProps {
  colleagues: readonly Attendant[]
  isBusy: boolean
  onBegin: (userId: string) => void
}

/** Colleagues without a conversation yet: a click begins one. */
export function ColleagueList({ colleagues, isBusy, onBegin }: ColleagueListProps) {
  const { t } = useTexts()
  return (
    <section aria-label={t('chats.colleagues')}>
      <h2 className={classes.group}>{t('chats.colleagues')}</h2>
      <ul className={classes.list}>
        {colleagues.map(({ id, name, online }) => (
          <li key={id} className={list.row}>
            <UnstyledButton className={classes.colleague} disabled={isBusy} onClick={() => onBegin(id)}>
              <ChatAvatar name={name} isRoom={false} isOnline={online} />
              <span className={list.words}>
                <Text component="bdi" fw={500} truncate>
                  {name}
                </Text>
                <Text span size="xs" c="dimmed">
                  {t(online ? 'chats.online' : 'chats.offline')}
                </Text>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
