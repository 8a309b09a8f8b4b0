import { Alert, List, Progress, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type TicketQueue, ticketQueueInput } from '@recado/shared/ticket-queues/ticket-queue'
import type { ShownUser } from '@recado/shared/users/user'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, showRefusals } from '../../ui/form.ts'
import { textOf, toastSuccess } from '../../ui/toast.ts'
import { QueueFields } from './QueueFields.tsx'
import { type FailedUser, useSaveQueue } from './use-save-queue.ts'
import { userChanges } from './user-changes.ts'
import { placeAfter, queueFormValues, queueInputOf, validateQueueForm } from './values.ts'

interface QueueDialogProps {
  /** The queue to change; undefined for a new one. */
  queue: TicketQueue | undefined
  queues: readonly TicketQueue[]
  /** All users of the company; null if they could not be loaded. */
  users: readonly ShownUser[] | null
  onClose: () => void
}

/** The field that each error code is about. */
const FIELD_OF_CODE = { ERR_DUPLICATED_NAME: 'name', ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color' }

export function QueueDialog({ queue, queues, users, onClose }: QueueDialogProps) {
  const { t } = useTexts()
  const { save, progress } = useSaveQueue(queue)
  const [failed, setFailed] = useState<FailedUser[]>([])
  // As the form opened: a user who came to the queue meanwhile stays in it.
  const [initialValues] = useState(() => queueFormValues(queue, queues, users ?? []))
  const form = useForm({ initialValues, validate: validateQueueForm })
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    setFailed([])
    const place = queue ? {} : { orderIndex: placeAfter(queues) }
    const input = ticketQueueInput.parse({ ...queueInputOf(values), ...place })
    const changes = userChanges(users ?? [], initialValues.userIds, values.userIds)
    save.mutate(
      { input, users: changes },
      {
        onSuccess: (saved) => {
          setFailed(saved.failed)
          if (saved.failed.length > 0) return
          toastSuccess(t('common.done'), `saved-${saved.queue.id}`)
          onClose()
        },
        onError: (error) => showRefusals(form, error, FIELD_OF_CODE),
      },
    )
  }, focusFirstError)
  return (
    <FormDialog
      title={t(queue ? 'queues.edit' : 'queues.new')}
      action={t(queue ? 'common.save' : 'queues.add')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
      size="lg"
    >
      <QueueFields form={form} queue={queue} queues={queues} users={users} />
      {progress && <UserProgress {...progress} />}
      {failed.length > 0 && <FailedUsers users={failed} />}
    </FormDialog>
  )
}

function UserProgress({ done, of }: { done: number; of: number }) {
  const { t } = useTexts()
  return (
    <Stack gap={4}>
      <Text size="sm" role="status">
        {t('queues.form.savingUsers', { done: done + 1, of })}
      </Text>
      <Progress value={(done / of) * 100} aria-hidden />
    </Stack>
  )
}

function FailedUsers({ users }: { users: readonly FailedUser[] }) {
  const { t } = useTexts()
  return (
    <Alert color="red" role="alert" title={t('queues.form.usersNotSaved')}>
      <List size="sm">
        {users.map(({ userId, name, error }) => (
          <List.Item key={userId}>
            {name}: {textOf(error)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
