import { ColorSwatch, Group, MultiSelect, type MultiSelectProps } from '@mantine/core'
import type { TicketQueue } from '@recado/shared/ticket-queues/ticket-queue'

interface QueueSelectProps extends Omit<MultiSelectProps, 'data' | 'renderOption'> {
  queues: readonly TicketQueue[]
}

/** Several queues, each with its colour. */
export function QueueSelect({ queues, ...props }: QueueSelectProps) {
  const colors = new Map(queues.map(({ id, color }) => [id, color]))
  return (
    <MultiSelect
      {...props}
      data={queues.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      hidePickedOptions
      renderOption={({ option }) => (
        <Group gap="xs">
          <ColorSwatch size={14} color={colors.get(option.value) ?? 'gray'} aria-hidden />
          {option.label}
        </Group>
      )}
    />
  )
}
