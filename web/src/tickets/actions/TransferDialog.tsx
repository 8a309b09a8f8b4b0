import { Select, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { NOTE_MAX, type Ticket } from '@recado/shared/tickets/contract/ticket'
import { useState } from 'react'
import { whenDone } from '../../api/when-done.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { connectionQueueIds, type Directory } from '../directory.ts'
import { useChangeTicket } from '../mutations.ts'

interface TransferDialogProps {
  ticket: Ticket
  directory: Directory
  onTransferred: (() => void) | undefined
  onClose: () => void
}

interface TransferValues {
  queueId: string | null
  userId: string | null
  note: string
}

/** Gives a ticket to a queue, to an attendant, or to an attendant of a queue, with a note for them. */
export function TransferDialog({ ticket, directory, onTransferred, onClose }: TransferDialogProps) {
  const { t } = useTexts()
  const { id: me } = useUser()
  const change = useChangeTicket()
  // A repeated try has the same id, and its note is written once. Other values are another transfer.
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  const form = useForm<TransferValues>({
    initialValues: { queueId: null, userId: null, note: '' },
    onValuesChange: () => setClientId(crypto.randomUUID()),
    validate: {
      queueId: (queueId, { userId }) => (queueId || userId ? null : t('tickets.transfer.choose')),
    },
  })
  const ofConnection = connectionQueueIds(directory, ticket.whatsappId)
  // The queues of the ticket's own connection come first.
  const queues = [...directory.queues.values()].sort(
    (one, other) => Number(ofConnection.includes(other.id)) - Number(ofConnection.includes(one.id)),
  )
  const attendants = [...directory.attendants.values()].filter(({ id }) => id !== ticket.userId)
  const nameOf = ({ id, name, online }: (typeof attendants)[number]) => {
    const self = id === me ? t('tickets.transfer.me', { name }) : name
    return online ? t('tickets.transfer.online', { name: self }) : self
  }
  const submit = form.onSubmit(({ queueId, userId, note }) => {
    if (change.isPending) return
    const text = note.trim()
    const noted = text && { note: text, clientId }
    const transfer = { ...(queueId && { queueId }), ...(userId && { userId }), ...noted }
    whenDone(change.mutateAsync({ ticketId: ticket.id, change: transfer }), () => {
      toastSuccess(t('tickets.transfer.done'), `transferred-${ticket.id}`)
      onClose()
      if (userId !== me) onTransferred?.()
    })
  })
  return (
    <FormDialog
      title={t('tickets.transfer.title')}
      action={t('tickets.actions.transfer')}
      form={form}
      error={change.error}
      isBusy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={t('tickets.fields.queue')}
        placeholder={t('tickets.transfer.sameQueue')}
        data={queues.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        clearable
        data-autofocus
        {...form.getInputProps('queueId')}
      />
      <Select
        label={t('tickets.fields.attendant')}
        placeholder={t('tickets.transfer.anybody')}
        data={attendants.map((attendant) => ({ value: attendant.id, label: nameOf(attendant) }))}
        searchable
        clearable
        {...form.getInputProps('userId')}
      />
      <Textarea
        label={t('tickets.transfer.note')}
        description={t('tickets.onlyTeam')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={NOTE_MAX}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
