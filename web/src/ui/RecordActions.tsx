import { Group } from '@mantine/core'
import { MoreMenu, type MoreMenuItem } from './MoreMenu.tsx'
import { RowAction, type RowActionProps } from './RowAction.tsx'

interface RecordActionsProps {
  /** The name of the record, which the button of the menu tells to screen readers. */
  name: string
  /** The most likely action, as a button. */
  first: RowActionProps
  others: readonly MoreMenuItem[]
}

/** The actions of a record in a list: one is in view, and the others stand under ⋯. */
export const RecordActions = ({ name, first, others }: RecordActionsProps) => (
  <Group gap={4} justify="flex-end" wrap="nowrap">
    <RowAction {...first} />
    <MoreMenu name={name} items={others} />
  </Group>
)
