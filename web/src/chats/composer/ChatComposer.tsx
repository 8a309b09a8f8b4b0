import { ActionIcon, Group, Textarea } from '@mantine/core'
import { CHAT_TEXT_MAX } from '@recado/shared/chats/chat'
import { IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { enterKey } from '../../messages/enter-key.ts'
import { DropOverlay } from '../../tickets/attachments/DropOverlay.tsx'
import { pastedFiles } from '../../tickets/attachments/pasted-files.ts'
import { useAttachments } from '../../tickets/attachments/use-attachments.ts'
import { useFileDrop } from '../../tickets/attachments/use-file-drop.ts'
import classes from '../../tickets/composer/composer.module.css'
import { SendButton } from '../../tickets/composer/SendButton.tsx'
import { ComposerTools } from '../../tickets/tools/ComposerTools.tsx'
import { later } from '../../ui/later.tsx'
import { useInsertion } from '../../ui/use-insertion.ts'
import type { ChatAim } from '../aim.ts'
import { TicketCard } from '../messages/TicketCard.tsx'
import type { useOutgoingChatMessages, WrittenChatMessage } from '../outgoing.ts'
import { LinkTicket } from './LinkTicket.tsx'
import { ReplyingBar } from './ReplyingBar.tsx'
import { ticketUuidIn } from './ticket-address.ts'
import { useChatDraft } from './use-chat-draft.ts'

const AttachmentsDialog = later(
  async () => (await import('../../tickets/attachments/AttachmentsDialog.tsx')).AttachmentsDialog,
  ({ chosen }) => chosen.setAttachments([]),
)

interface ChatComposerProps {
  chatId: string
  aim: ChatAim
  onSend: ReturnType<typeof useOutgoingChatMessages>['send']
}

/** Where messages to colleagues are written: words, files, and links to tickets. */
export function ChatComposer({ chatId, aim, onSend }: ChatComposerProps) {
  const { t } = useTexts()
  const [text, setText] = useChatDraft(chatId)
  const [ticketUuid, setTicketUuid] = useState<string>()
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const composerRef = useRef<HTMLDivElement>(null)
  const files = useAttachments()
  const isEditing = aim.edited !== null
  const dropBox = useFileDrop(composerRef, !isEditing, files.add)
  const { insert } = useInsertion(fieldRef, setText)
  const { replyTo, replyNext } = aim
  // A user who chose a message to reply to writes next.
  useEffect(() => {
    if (replyTo) fieldRef.current?.focus()
  }, [replyTo])
  const hasFiles = files.attachments.length > 0
  const isElsewhere = isEditing || hasFiles
  const wasElsewhere = useRef(false)
  useEffect(() => {
    if (wasElsewhere.current && !isElsewhere) fieldRef.current?.focus()
    wasElsewhere.current = isElsewhere
  }, [isElsewhere])

  const sendAll = (messages: WrittenChatMessage[]): boolean => {
    onSend(messages, replyTo)
    replyNext(null)
    return true
  }
  const isEmpty = text.trim() === '' && !ticketUuid
  const submit = () => {
    if (isEmpty) return
    sendAll([{ text: text.trim(), ticketUuid }])
    setText('')
    setTicketUuid(undefined)
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = pastedFiles(event.clipboardData)
    const uuid = ticketUuidIn(event.clipboardData.getData('text'), location.origin)
    if (pasted.length === 0 && !uuid) return
    event.preventDefault()
    if (uuid) setTicketUuid(uuid)
    else files.add(pasted)
  }
  const { enterKeyHint, onEnter } = enterKey(submit)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && replyTo) {
      event.stopPropagation()
      replyNext(null)
    }
    onEnter(event)
  }
  return (
    <div
      ref={composerRef}
      className={classes.composer}
      // Hidden, not removed: the component holds the linked ticket.
      hidden={isEditing}
    >
      {replyTo && <ReplyingBar to={replyTo} onCancel={() => replyNext(null)} />}
      {ticketUuid && (
        <Group gap={4} wrap="nowrap">
          <TicketCard uuid={ticketUuid} />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('chats.ticket.unlink')}
            onClick={() => setTicketUuid(undefined)}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Group>
      )}
      <div className={classes.line}>
        <div className={classes.tools}>
          <ComposerTools
            onEmoji={insert}
            onFiles={files.add}
            onRecord={undefined}
            onSchedule={undefined}
            signature={undefined}
          />
          <LinkTicket onLink={setTicketUuid} />
        </div>
        <Textarea
          ref={fieldRef}
          className={classes.field}
          aria-label={t('chats.message')}
          placeholder={t('chats.message')}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={CHAT_TEXT_MAX}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          enterKeyHint={enterKeyHint}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
        />
        <SendButton isEmpty={isEmpty} onSend={submit} />
      </div>
      {dropBox && <DropOverlay box={dropBox} />}
      {hasFiles && <AttachmentsDialog chosen={files} onSend={sendAll} />}
    </div>
  )
}
