import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { chatInput } from '@recado/shared/chats/chat'
import * as z from 'zod'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, validatedBy } from '../../ui/form.ts'
import { required } from '../../ui/required.ts'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { useCreateChat } from '../queries.ts'
import { UsersField } from './UsersField.tsx'

/** A room needs a title, unlike a conversation of two. */
const roomInput = z.object({ title: chatInput.shape.title.unwrap(), userIds: chatInput.shape.userIds })

/** Makes a room with colleagues, and opens it. */
export function NewRoomDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const navigate = useNavigateFromHere()
  const create = useCreateChat()
  const form = useForm({
    initialValues: { title: '', userIds: [] as string[] },
    validate: validatedBy(roomInput, 'form.required', {
      userIds: { tooShort: 'chats.room.chooseUsers', required: 'chats.room.chooseUsers' },
    }),
  })
  const send = (values: typeof form.values) =>
    create.mutate(values, {
      onSuccess: ({ id }) => {
        onClose()
        navigate({ to: '/chats/$chatId', params: { chatId: id }, search: {} })
      },
    })
  return (
    <FormDialog
      title={t('chats.newRoom')}
      action={t('chats.room.create')}
      form={form}
      error={create.error}
      isBusy={create.isPending}
      onSubmit={form.onSubmit(send, focusFirstError)}
      onClose={onClose}
    >
      <TextInput
        label={t('chats.room.title')}
        {...required}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <UsersField {...required} {...form.getInputProps('userIds')} />
    </FormDialog>
  )
}
