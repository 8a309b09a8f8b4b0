import { ColorSwatch, Group, Input, MultiSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { ticketQueuesQuery } from '../../ticket-queues/queries.ts'
import type { ConnectionForm } from './problems.ts'

/** The queues whose tickets come in over the connection. */
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
  const colors = new Map(queues?.map(({ id, color }) => [id, color]))
  return (
    <MultiSelect
      label={label}
      description={t('connections.form.queuesHint')}
      placeholder={form.values.queueIds.length === 0 ? t('connections.form.chooseQueues') : undefined}
      data={queues?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      disabled={!queues}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('connections.form.nothingFound')}
      renderOption={({ option }) => (
        <Group gap="xs">
          <ColorSwatch size={14} color={colors.get(option.value) ?? 'gray'} aria-hidden />
          {option.label}
        </Group>
      )}
      {...form.getInputProps('queueIds')}
    />
  )
}
