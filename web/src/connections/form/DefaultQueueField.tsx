import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { ticketQueuesQuery } from '../../ticket-queues/queries.ts'
import type { ConnectionForm } from './problems.ts'
import { defaultQueueOf } from './values.ts'

/** The queue of customers who choose none. A connection without queues has no such choice. */
export function DefaultQueueField({ form }: { form: ConnectionForm }) {
  const { t } = useTexts()
  const { data: queues } = useQuery(ticketQueuesQuery)
  const chosen = queues?.filter(({ id }) => form.values.queueIds.includes(id)) ?? []
  if (chosen.length === 0) return null
  const field = form.getInputProps('defaultQueueId')
  return (
    <Select
      label={t('connections.form.defaultQueue')}
      description={t('connections.form.defaultQueueHint')}
      data={[
        { value: '', label: t('connections.form.firstQueue') },
        ...chosen.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...field}
      // A queue that the connection no longer serves cannot be its default.
      value={defaultQueueOf(form.values) ?? ''}
    />
  )
}
