import { Badge, ColorSwatch, Group, Text } from '@mantine/core'
import type { ShownUser } from '@recado/shared/users/user'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { EditActions } from '../../ui/EditActions.tsx'
import { MailProblemText } from '../MailProblemText.tsx'
import { Presence } from './Presence.tsx'

interface RowActions {
  onEdit: (user: ShownUser) => void
  onDelete: (user: ShownUser) => void
}

export function useUserColumns({ onEdit, onDelete }: RowActions): Column<ShownUser>[] {
  const { t } = useTexts()
  const me = useUser()
  // Access for support does not include users, so their rows have no actions.
  const actions: Column<ShownUser>[] = [
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 110,
      align: 'right',
      cell: (user) => (
        <EditActions
          name={user.name}
          onEdit={() => onEdit(user)}
          onDelete={user.id === me.id ? undefined : () => onDelete(user)}
        />
      ),
    },
  ]
  return [
    {
      key: 'name',
      header: t('users.name'),
      place: 'title',
      cell: (user) => <Name user={user} isMe={user.id === me.id} />,
    },
    {
      key: 'email',
      header: t('session.email'),
      cell: ({ email, mailProblem }) => (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
          <MailProblemText problem={mailProblem} />
        </>
      ),
    },
    {
      key: 'profile',
      header: t('users.profile'),
      width: 130,
      cell: ({ profile }) => <Text size="sm">{t(`users.profiles.${profile}`)}</Text>,
    },
    {
      key: 'queues',
      header: t('users.queues'),
      width: 180,
      minTableWidth: 900,
      isEmpty: ({ queues }) => queues.length === 0,
      cell: (user) => <Queues user={user} />,
    },
    {
      key: 'online',
      header: t('users.presence.title'),
      width: 140,
      minTableWidth: 720,
      cell: (user) => <Presence user={user} />,
    },
    ...(me.support ? [] : actions),
  ]
}

function Name({ user: { name, super: isOperator }, isMe }: { user: ShownUser; isMe: boolean }) {
  const { t } = useTexts()
  return (
    <Group gap={6}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      {isMe && (
        <Badge size="sm" variant="default" tt="none">
          {t('users.you')}
        </Badge>
      )}
      {isOperator && (
        <Badge size="sm" variant="default" tt="none">
          {t('users.operator')}
        </Badge>
      )}
    </Group>
  )
}

function Queues({ user: { queues } }: { user: ShownUser }) {
  const { t } = useTexts()
  if (queues.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('users.noQueues')}
      </Text>
    )
  }
  return (
    <Group gap="xs">
      {queues.map(({ id, name, color }) => (
        <Group key={id} gap={4} wrap="nowrap">
          <ColorSwatch size={12} color={color} aria-hidden />
          <Text size="sm">{name}</Text>
        </Group>
      ))}
    </Group>
  )
}
