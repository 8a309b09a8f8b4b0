import { Switch, Textarea, TextInput } from '@mantine/core'
import type { Schedule } from '@recado/shared/schedules/schedule'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ReplyFileField } from '../../quick-replies/form/ReplyFileField.tsx'
import { useUser } from '../../session/use-session.ts'
import { ownTypeOf } from '../../tickets/attachments/attachment.ts'
import { personOfContact } from '../../tickets/opening/person-of-contact.ts'
import { formatTime } from '../../ui/dates.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { required } from '../../ui/required.ts'
import { useNow } from '../../ui/use-now.ts'
import { TextPreview } from '../../ui/whatsapp/TextPreview.tsx'
import { useZone } from '../../zone/use-zone.ts'
import { ConnectionField } from './ConnectionField.tsx'
import { ContactField, type NamedContact } from './ContactField.tsx'
import { Outcome } from './Outcome.tsx'
import { TimeField } from './TimeField.tsx'
import { useScheduleForm } from './use-schedule-form.ts'
import type { ScheduleBeginning } from './values.ts'

export interface ScheduleDialogProps {
  /** The schedule to change; undefined for a new one. */
  schedule?: Schedule | undefined
  /** The contact of a new one, which the user does not choose. */
  contact?: NamedContact | undefined
  /** What else a new one begins with. */
  beginning?: Omit<ScheduleBeginning, 'contactId'> | undefined
  onSaved?: (() => void) | undefined
  onClose: () => void
}

/** Schedules a message to a contact, or changes one that was not sent. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { schedule, contact: given, beginning, onSaved, onClose } = props
  const { t } = useTexts()
  const zone = useZone()
  const now = useNow()
  const { id: me } = useUser()
  const [contact, setContact] = useState(given ?? contactOf(schedule))
  const { form, submit, save } = useScheduleForm({
    schedule,
    beginning: { ...beginning, contactId: given?.contactId },
    onSaved: () => {
      onSaved?.()
      onClose()
    },
  })
  const { values, errors } = form
  const isAgain = schedule?.status === 'ERRO'
  return (
    <FormDialog
      title={t(schedule ? 'schedules.edit' : 'schedules.new')}
      action={t(isAgain ? 'schedules.again' : schedule ? 'common.save' : 'schedules.new')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
      size="lg"
    >
      {given ? (
        <TextInput
          label={t('schedules.form.contact')}
          value={given.title}
          readOnly
          variant="filled"
          error={errors.contactId}
          data-path="contactId"
        />
      ) : (
        <ContactField
          contact={contact}
          error={errors.contactId}
          onChoose={(chosen) => {
            setContact(chosen)
            form.setFieldValue('contactId', chosen.contactId)
          }}
        />
      )}
      <Textarea
        label={t('schedules.form.text')}
        {...required}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus={given ? true : undefined}
        {...form.getInputProps('body')}
      />
      <TextPreview
        text={values.body}
        label={t('schedules.form.text')}
        time={values.sendAt ? formatTime(values.sendAt, zone) : ''}
      />
      <ReplyFileField
        value={values.file}
        hint={t('schedules.form.fileHint')}
        refuse={(file) => (ownTypeOf(file) === 'audio' ? t('schedules.form.noAudio') : undefined)}
        error={errors.file}
        onChange={(file) => form.setFieldValue('file', file)}
      />
      <TimeField
        value={values.sendAt}
        error={errors.sendAt}
        onChange={(sendAt) => form.setFieldValue('sendAt', sendAt)}
      />
      <ConnectionField
        value={values.whatsappId}
        error={errors.whatsappId}
        onChange={(id) => form.setFieldValue('whatsappId', id)}
      />
      <Switch
        label={t('schedules.form.openTicket')}
        description={t('schedules.form.openTicketHint')}
        {...form.getInputProps('openTicket', { type: 'checkbox' })}
      />
      <Switch
        label={t('schedules.form.cancelIfReplied')}
        {...form.getInputProps('cancelIfReplied', { type: 'checkbox' })}
      />
      <Outcome
        values={values}
        maker={schedule && schedule.userId !== me ? schedule.userName : undefined}
        now={now}
      />
    </FormDialog>
  )
}

function contactOf(schedule: Schedule | undefined): NamedContact | undefined {
  if (!schedule?.contact) return undefined
  const { contactId, contact } = schedule
  return { contactId, title: personOfContact({ id: contactId, ...contact }).title }
}
