import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { KeptMedia } from '@recado/shared/messages/kept-media'
import {
  type QuickReply,
  type QuickReplyInput,
  quickReplyInput,
  REPLY_SCOPES,
  replyScope,
} from '@recado/shared/quick-replies/quick-reply'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { ticketQueuesQuery } from '../../ticket-queues/queries.ts'
import { ownTypeOf } from '../../tickets/attachments/attachment.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, showRefusals, validatedBy } from '../../ui/form.ts'
import { required } from '../../ui/required.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { refusedTypeWords } from '../../uploads/refused-type.ts'
import { useSaveQuickReply } from '../queries.ts'
import { ReplyFileField } from './ReplyFileField.tsx'
import { VariableButtons } from './VariableButtons.tsx'

interface QuickReplyDialogProps {
  /** The reply to change; undefined for a new one. */
  reply: QuickReply | undefined
  onClose: () => void
}

/** The fields of the form. */
interface QuickReplyValues extends Required<Omit<QuickReplyInput, 'media'>> {
  /** The stored file, or the one that was just chosen; null without one. */
  file: KeptMedia | File | null
}

const validateInput = validatedBy(quickReplyInput, 'form.fieldRequired', {
  shortcode: { invalid: 'quickReplies.form.shortcodeInvalid' },
  message: { invalid: 'quickReplies.form.messageInvalid', tooLong: 'quickReplies.form.messageTooLong' },
  queueIds: { required: 'quickReplies.form.queuesRequired', invalid: 'quickReplies.form.queuesRequired' },
})

/** The field that each error code is about. */
const FIELD_OF_CODE = { ERR_DUPLICATED_SHORTCODE: 'shortcode', ERR_NO_FILE: 'file' }

const validate = ({ file, ...input }: QuickReplyValues) => validateInput(input)

export function QuickReplyDialog({ reply, onClose }: QuickReplyDialogProps) {
  const { t } = useTexts()
  const save = useSaveQuickReply()
  const managesAll = useMay('drawer-admin-items:view')
  const { data: queues = [] } = useQuery({ ...ticketQueuesQuery, enabled: managesAll })
  const messageRef = useRef<HTMLTextAreaElement>(null)
  const form = useForm<QuickReplyValues>({
    initialValues: {
      shortcode: reply?.shortcode ?? '',
      message: reply?.message ?? '',
      scope: reply?.scope ?? (managesAll ? ('company' as const) : ('user' as const)),
      queueIds: reply?.queueIds ?? [],
      file: reply?.media ?? null,
    },
    validate,
  })
  const submit = form.onSubmit(({ file, ...values }) => {
    if (save.isPending) return
    const isRemoved = !file && Boolean(reply?.media)
    save.mutate(
      {
        ...quickReplyInput.parse(values),
        quickReplyId: reply?.id,
        file: file instanceof File ? file : isRemoved ? 'none' : undefined,
      },
      {
        onSuccess: ({ id }) => {
          toastSuccess(t('common.done'), `saved-${id}`)
          onClose()
        },
        onError: (error) => {
          showRefusals(form, error, FIELD_OF_CODE)
          if (!(file instanceof File)) return
          const words = refusedTypeWords(error, { type: ownTypeOf(file), voice: false })
          if (words) form.setFieldError('file', words)
        },
      },
    )
  }, focusFirstError)
  return (
    <FormDialog
      title={t(reply ? 'quickReplies.edit' : 'quickReplies.new')}
      action={t(reply ? 'common.save' : 'quickReplies.add')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('quickReplies.shortcode')}
        description={t('quickReplies.form.shortcodeHelp')}
        leftSection="/"
        {...required}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        {...form.getInputProps('shortcode')}
      />
      <Textarea
        ref={messageRef}
        label={t('quickReplies.message')}
        {...required}
        autosize
        minRows={4}
        maxRows={12}
        {...form.getInputProps('message')}
      />
      <VariableButtons fieldRef={messageRef} onChange={(text) => form.setFieldValue('message', text)} />
      <ReplyFileField
        value={form.values.file}
        onChange={(file) => form.setFieldValue('file', file)}
        error={form.errors.file}
      />
      {managesAll && !reply && (
        <Select
          label={t('quickReplies.scope')}
          {...required}
          allowDeselect={false}
          data={REPLY_SCOPES.map((scope) => ({ value: scope, label: t(`quickReplies.scopes.${scope}`) }))}
          value={form.values.scope}
          onChange={(value) => {
            form.setFieldValue('scope', replyScope.parse(value))
            if (value !== 'queue') form.setFieldValue('queueIds', [])
          }}
        />
      )}
      {form.values.scope === 'queue' && (
        <MultiSelect
          label={t('quickReplies.form.queues')}
          {...required}
          searchable
          data={queues.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('queueIds')}
        />
      )}
    </FormDialog>
  )
}
