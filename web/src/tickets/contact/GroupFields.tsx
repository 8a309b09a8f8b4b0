import { Card, Stack, Switch, Title } from '@mantine/core'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { useTexts } from '../../i18n/use-texts.ts'
import { QueueSelect } from '../../ticket-queues/QueueSelect.tsx'
import type { Directory } from '../directory.ts'
import { useChangeGroup } from '../mutations.ts'

interface GroupFieldsProps {
  ticket: Ticket
  directory: Directory
}

/** Whether a group is muted, and which queues see it. For admins; each change is saved at once. */
export function GroupFields({ ticket, directory }: GroupFieldsProps) {
  const { t } = useTexts()
  const { mutate: save, isPending, variables } = useChangeGroup(ticket.id)
  const wanted = isPending ? variables : {}
  const { muted, queueIds } = { ...(ticket.group ?? { muted: false, queueIds: [] }), ...wanted }
  const placeholder = queueIds?.length === 0 ? t('tickets.group.everybody') : undefined
  return (
    <Card withBorder component="section" aria-label={t('tickets.group.settings')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('tickets.group.settings')}
        </Title>
        <Switch
          label={t('tickets.group.mute')}
          description={t('tickets.group.muteHint')}
          checked={muted ?? false}
          onChange={(event) => save({ muted: event.currentTarget.checked })}
        />
        <QueueSelect
          label={t('tickets.group.queues')}
          description={t('tickets.group.queuesHint')}
          placeholder={placeholder}
          queues={[...directory.queues.values()]}
          value={(queueIds ?? []).filter((id) => directory.queues.has(id))}
          onChange={(ids) => save({ queueIds: ids })}
        />
      </Stack>
    </Card>
  )
}
