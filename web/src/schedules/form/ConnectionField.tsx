import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { connectionsQuery } from '../../connections/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { AUTOMATIC } from './values.ts'

interface ConnectionFieldProps {
  /** The id of a connection, or {@link AUTOMATIC}. */
  value: string
  error: ReactNode
  onChange: (value: string) => void
}

/** Over which connection a message leaves. A company with one connection has no choice. */
export function ConnectionField({ value, error, onChange }: ConnectionFieldProps) {
  const { t } = useTexts()
  const { data: connections } = useQuery(connectionsQuery)
  if (!connections || (connections.length <= 1 && value === AUTOMATIC)) return null
  const isGone = value !== AUTOMATIC && !connections.some(({ id }) => id === value)
  return (
    <Select
      label={t('schedules.form.connection')}
      data={[
        { value: AUTOMATIC, label: t('schedules.form.automatic') },
        ...connections.map(({ id, name }) => ({ value: id, label: name })),
        ...(isGone ? [{ value, label: t('schedules.goneConnection') }] : []),
      ]}
      value={value}
      onChange={(id) => id && onChange(id)}
      error={error}
      // The choices are part of the dialog.
      comboboxProps={{ withinPortal: false }}
      data-path="whatsappId"
    />
  )
}
