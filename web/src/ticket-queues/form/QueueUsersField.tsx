import { Input, MultiSelect, Text } from '@mantine/core'
import type { ShownUser } from '@recado/shared/users/user'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay, useUser } from '../../session/use-session.ts'
import type { QueueForm } from './values.ts'

interface QueueUsersFieldProps {
  form: QueueForm
  users: readonly ShownUser[] | null
}

/** The users who serve the queue. Access for support does not include users. */
export function QueueUsersField({ form, users }: QueueUsersFieldProps) {
  const { t } = useTexts()
  const isSupport = useUser().support !== null
  const mayEdit = useMay('user-modal:editQueues') && !isSupport
  const label = t('queues.columns.users')
  if (!users) {
    return (
      <div>
        <Input.Label component="div">{label}</Input.Label>
        <Text size="sm" c="dimmed">
          {t('queues.form.usersFailed')}
        </Text>
      </div>
    )
  }
  return (
    <MultiSelect
      label={label}
      description={t(mayEdit ? 'queues.form.usersHint' : 'queues.form.usersOfSupport')}
      placeholder={form.values.userIds.length === 0 ? t('queues.form.chooseUsers') : undefined}
      data={users.map(({ id, name }) => ({ value: id, label: name }))}
      disabled={!mayEdit}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('queues.form.nothingFound')}
      {...form.getInputProps('userIds')}
    />
  )
}
