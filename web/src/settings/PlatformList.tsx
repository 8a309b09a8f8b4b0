import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { type Column, DataTable, type ListState } from '../ui/DataTable.tsx'
import type { DrawingName } from '../ui/drawings/Drawing.tsx'
import { EditActions } from '../ui/EditActions.tsx'
import { EmptyList } from '../ui/EmptyList.tsx'
import type { TabProps } from './search.ts'

interface PlatformListProps<T> extends TabProps {
  label: string
  drawing: DrawingName
  /** One sentence for an empty list. */
  empty: string
  /** Label of the button that adds a record. */
  action: string
  list: Omit<ListState<T>, 'records'> & { data: T[] | undefined }
  columns: Column<T>[]
  nameOf: (record: T) => string
  /** The form of a record, or of a new one for undefined. */
  form: (record: T | undefined, onClose: () => void) => ReactNode
  question: (record: T, onClose: () => void) => ReactNode
}

/** A list of the platform's records, for operators. The URL names the open form or question. */
export function PlatformList<T extends { id: string }>(props: PlatformListProps<T>) {
  const { label, drawing, empty, action, list, columns, nameOf, form, question, search, onSearch } = props
  const { t } = useTexts()
  const { data, ...state } = list
  const { dialog, id } = search
  const chosen = data?.find((record) => record.id === id)
  const close = () => onSearch({})
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onSearch({ dialog: 'new' })}>
      {action}
    </Button>
  )
  const actions: Column<T> = {
    key: 'actions',
    header: t('common.actions'),
    place: 'actions',
    width: 110,
    align: 'right',
    cell: (record) => (
      <EditActions
        name={nameOf(record)}
        onEdit={() => onSearch({ dialog: 'edit', id: record.id })}
        onDelete={() => onSearch({ dialog: 'delete', id: record.id })}
      />
    ),
  }
  return (
    <>
      <Group justify="flex-end" mb="md">
        {add}
      </Group>
      <DataTable
        label={label}
        columns={[...columns, actions]}
        list={{ ...state, records: data ?? [] }}
        rowKey={(record) => record.id}
        empty={
          <EmptyList drawing={drawing} text={empty} isFiltered={false}>
            {add}
          </EmptyList>
        }
      />
      {dialog === 'new' && form(undefined, close)}
      {dialog === 'edit' && chosen && form(chosen, close)}
      {dialog === 'delete' && chosen && question(chosen, close)}
    </>
  )
}
