import { Select, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { CHAT_TEXT_MAX } from '@recado/shared/chats/chat'
import { chatRoutes } from '@recado/shared/chats/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useCallOnce } from '../../api/use-call-once.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError } from '../../ui/form.ts'
import { required } from '../../ui/required.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { addMessage } from '../chat-cache.ts'
import { otherIn, useChatName } from '../chat-names.ts'
import { useChats } from '../queries.ts'
import { useColleagues } from '../use-colleagues.ts'

interface ShareTicketDialogProps {
  ticketUuid: string
  onClose: () => void
}

const [CHAT, USER] = ['chat:', 'user:'] as const

/** Sends the link to a ticket into a conversation, or to a colleague. */
export function ShareTicketDialog({ ticketUuid, onClose }: ShareTicketDialogProps) {
  const { t } = useTexts()
  const targets = useTargets()
  // A repeated try is the same message. Other words are another one.
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  const share = useShare(ticketUuid, clientId)
  const form = useForm({
    initialValues: { to: '', text: '' },
    onValuesChange: () => setClientId(crypto.randomUUID()),
    validate: { to: (to) => (to ? null : t('form.required')) },
  })
  const send = (values: typeof form.values) =>
    share.mutate(values, {
      onSuccess: () => {
        toastSuccess(t('chats.share.done'))
        onClose()
      },
    })
  return (
    <FormDialog
      title={t('chats.share.title')}
      action={t('chats.share.send')}
      form={form}
      error={share.error}
      isBusy={share.isPending}
      onSubmit={form.onSubmit(send, focusFirstError)}
      onClose={onClose}
    >
      <Select
        label={t('chats.share.to')}
        data={targets}
        searchable
        {...required}
        nothingFoundMessage={t('chats.share.none')}
        data-autofocus
        {...form.getInputProps('to')}
        value={form.values.to || null}
      />
      <Textarea
        label={t('chats.share.text')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={CHAT_TEXT_MAX}
        {...form.getInputProps('text')}
      />
    </FormDialog>
  )
}

/** The latest conversations, and the colleagues without one. */
function useTargets() {
  const { t } = useTexts()
  const { id: me } = useUser()
  const nameOf = useChatName()
  const { records } = useChats()
  const colleagues = useColleagues() ?? []
  const talkedTo = new Set(records.map((chat) => otherIn(chat, me)?.userId))
  return [
    {
      group: t('chats.share.conversations'),
      items: records.map((chat) => ({ value: CHAT + chat.id, label: nameOf(chat) })),
    },
    {
      group: t('chats.colleagues'),
      items: colleagues
        .filter(({ id }) => !talkedTo.has(id))
        .map(({ id, name }) => ({ value: USER + id, label: name })),
    },
  ].filter(({ items }) => items.length > 0)
}

function useShare(ticketUuid: string, clientId: string) {
  const callOnce = useCallOnce()
  const client = useQueryClient()
  const { id: me } = useUser()
  return useMutation({
    mutationFn: async ({ to, text }: { to: string; text: string }) => {
      const chatId = to.startsWith(CHAT)
        ? to.slice(CHAT.length)
        : (await callOnce(chatRoutes.createChat, { userIds: [to.slice(USER.length)] })).id
      return call(chatRoutes.sendChatMessage, { chatId, clientId, text: text.trim(), ticketUuid })
    },
    onSuccess: (message) => addMessage(client, message, me),
    meta: { showsItsError: true },
  })
}
