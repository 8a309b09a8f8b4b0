import { Input, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { QueueSelect } from '../../ticket-queues/QueueSelect.tsx'
import { ticketQueuesQuery } from '../../ticket-queues/queries.ts'
import type { ConnectionForm } from './problems.ts'

/** The queues that get the connection's tickets. */
export function QueueField({ form }: { form: ConnectionForm }) {
  const { t } = useTexts()
  const { data: queues, error } = useQuery(ticketQueuesQuery)
  const label = t('connections.form.queues')
  if (queues?.length === 0 || (error && !queues)) {
    return (
      <div>
        <Input.Label component="div">{label}</Input.Label>
        <Text size="sm" c="dimmed">
          {queues ? t('connections.form.noQueues') : t('connections.form.queuesFailed')}
        </Text>
      </div>
    )
  }
  return (
    <QueueSelect
      label={label}
      description={t('connections.form.queuesHint')}
      placeholder={form.values.queueIds.length === 0 ? t('connections.form.chooseQueues') : undefined}
      queues={queues ?? []}
      disabled={!queues}
      nothingFoundMessage={t('connections.form.nothingFound')}
      {...form.getInputProps('queueIds')}
    />
  )
}
