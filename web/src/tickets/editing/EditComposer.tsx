import { unsigned } from '@recado/shared/tickets/answering/signature'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { MESSAGE_MAX } from '@recado/shared/tickets/contract/ticket'
import type { EditAim } from '../../messages/use-edit-aim.ts'
import { textIn } from '../messages/actions/available.ts'
import { useEditMessage } from '../messages/actions/mutations.ts'
import { EditText } from './EditText.tsx'

interface EditComposerProps {
  ticketId: string
  message: ShownMessage
  aim: EditAim
}

/** Changes the words of a message to a customer. The server keeps its signature above them. */
export function EditComposer({ ticketId, message, aim }: EditComposerProps) {
  const { mutate, isPending, error } = useEditMessage(ticketId)
  return (
    <EditText
      before={unsigned(textIn(message), message.author?.name ?? '')}
      maxLength={MESSAGE_MAX}
      isPending={isPending}
      error={error}
      onSave={(text) => mutate({ messageId: message.id, text }, { onSuccess: aim.endEdit })}
      aim={aim}
    />
  )
}
