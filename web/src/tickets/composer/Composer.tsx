import { Alert } from '@mantine/core'
import type { KeptMedia } from '@recado/shared/messages/kept-media'
import type { TicketWithDraft } from '@recado/shared/tickets/contract/ticket'
import { inTriage, queueOfAccepting } from '@recado/shared/tickets/rules/machine'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { later } from '../../ui/later.tsx'
import { useInsertion } from '../../ui/use-insertion.ts'
import type { TicketActions } from '../actions/use-ticket-actions.tsx'
import { DropOverlay } from '../attachments/DropOverlay.tsx'
import { pastedFiles } from '../attachments/pasted-files.ts'
import { useAttachments } from '../attachments/use-attachments.ts'
import { useFileDrop } from '../attachments/use-file-drop.ts'
import { connectionQueueIds, type Directory, useDeskActor } from '../directory.ts'
import { ReplyBar } from '../editing/ReplyBar.tsx'
import { useDeskKey } from '../keyboard/use-desk-key.ts'
import type { Aim } from '../messages/actions/use-aim.ts'
import { useMentionList } from '../notes/use-mention-list.ts'
import { ConnectionDown } from '../outbox/ConnectionDown.tsx'
import { useDeskPresence } from '../presence/use-desk-presence.ts'
import { ComposerTools } from '../tools/ComposerTools.tsx'
import { useSignature } from '../tools/use-signature.ts'
import { AlreadyAnsweredDialog } from './AlreadyAnsweredDialog.tsx'
import { ComposerBar } from './ComposerBar.tsx'
import { ComposerField } from './ComposerField.tsx'
import classes from './composer.module.css'
import { composerMode } from './composer-mode.ts'
import { NoteSwitch } from './NoteSwitch.tsx'
import { ReplyFileBar } from './ReplyFileBar.tsx'
import { SendButton } from './SendButton.tsx'
import { useDraft } from './use-draft.ts'
import { useFocusWhenTaken } from './use-focus-when-taken.ts'
import { useLaterAnswer } from './use-later-answer.ts'
import { useNote } from './use-note.ts'
import type { OutgoingMessages, WrittenMessage } from './use-outgoing-messages.ts'
import { useReturnedMessage } from './use-returned-message.ts'
import { writtenMessages } from './written-messages.ts'

const AttachmentsDialog = later(
  async () => (await import('../attachments/AttachmentsDialog.tsx')).AttachmentsDialog,
  ({ chosen }) => chosen.setAttachments([]),
)
const VoiceRecorder = later(
  async () => (await import('../voice/VoiceRecorder.tsx')).VoiceRecorder,
  ({ onClose }) => onClose(),
)

interface ComposerProps {
  ticket: TicketWithDraft
  directory: Directory
  actions: TicketActions
  messages: OutgoingMessages
  /** What the next answer quotes. */
  aim: Aim
  /** An answer accepted the ticket. */
  onAccepted: () => void
}

/** Where answers and notes are written. What is typed stays, whatever happens to the ticket meanwhile. */
export function Composer({ ticket, directory, actions, messages, aim, onAccepted }: ComposerProps) {
  const { t } = useTexts()
  const { id: me } = useUser()
  const actor = useDeskActor()
  const { text, setText, isNote: isNoteChosen, setIsNote: setIsNoteChosen } = useDraft(ticket, aim)
  const [writesAnyway, setWritesAnyway] = useState(false)
  const [refusal, setRefusal] = useState('')
  const [replyFile, setReplyFile] = useState<KeptMedia | null>(null)
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const note = useNote(ticket, {
    onCreated: (left) => {
      setText((now) => (now.trim() === left ? '' : now))
      setIsNoteChosen(false)
    },
    onRefused: setRefusal,
  })
  const state = composerMode(ticket, me)
  const mode = state === 'colleague' && writesAnyway ? 'write' : state
  const isNote = isNoteChosen || mode === 'colleague'
  const written = text.trim()
  const { outgoing, discard } = messages
  const composerRef = useRef<HTMLDivElement>(null)
  const files = useAttachments()
  const { quotedId, quote, isRecording, setIsRecording } = aim
  const isEditing = aim.edited !== null
  const isElsewhere = isEditing || isRecording || files.attachments.length > 0
  const wasElsewhere = useRef(false)
  useEffect(() => {
    if (wasElsewhere.current && !isElsewhere) fieldRef.current?.focus()
    wasElsewhere.current = isElsewhere
  }, [isElsewhere])
  useFocusWhenTaken(ticket.id, mode, fieldRef)
  const { insert } = useInsertion(fieldRef, setText)
  const takesFiles = !isNote && !isEditing && (mode === 'write' || mode === 'accept')
  const dropBox = useFileDrop(composerRef, takesFiles, files.add)
  const laterAnswer = useLaterAnswer({
    ticket,
    isEnabled: takesFiles,
    text,
    replyFile,
    onSaved: () => {
      setText('')
      if (replyFile?.type !== 'audio') setReplyFile(null)
    },
  })
  const answered = outgoing.find((message) => message.state === 'answered')
  const connection = directory.connections.get(ticket.whatsappId)
  const signature = useSignature()
  const onTyped = useDeskPresence(ticket)
  const mentions = useMentionList({ ticket, directory, isEnabled: isNote, text, onText: setText, fieldRef })
  useDeskKey('note', () => {
    if (isEditing) return
    setIsNoteChosen(true)
    fieldRef.current?.focus()
  })

  useReturnedMessage(messages, { setText, setRefusal, quote, setReplyFile })
  // A user who chose a message to answer writes next.
  const [quotedBefore] = useState(quotedId)
  useEffect(() => {
    if (quotedId && quotedId !== quotedBefore) fieldRef.current?.focus()
  }, [quotedId, quotedBefore])

  const sendNote = () => {
    setRefusal('')
    note.send(written, mentions.mentionsOf(written))
  }
  const send = (answers: WrittenMessage[], accepting: { accept?: true; onSent?: () => void } = {}) => {
    messages.send(answers, { quoted: quotedId, sign: signature.isOn, ...accepting })
    quote(null)
  }
  /**
   * @param onSentLater called if the answer leaves after a question for the queue; without it, the text stays
   * @returns false if the user has to choose a queue first
   */
  const answerWith = (answers: WrittenMessage[], onSentLater?: () => void): boolean => {
    setRefusal('')
    const queueIds = connectionQueueIds(directory, ticket.whatsappId)
    if (mode === 'accept' && actor && inTriage(ticket) && !queueOfAccepting(actor, queueIds)) {
      actions.open(
        onSentLater &&
          (() => {
            send(answers)
            onSentLater()
          }),
      )
      return false
    }
    send(answers, mode === 'accept' ? { accept: true, onSent: onAccepted } : {})
    return true
  }
  const answer = () => {
    const answers = writtenMessages(written, replyFile)
    const clear = () => {
      setText((now) => (now.trim() === written ? '' : now))
      setReplyFile(null)
    }
    if (answers.length > 0 && answerWith(answers, clear)) clear()
  }
  const submit = isNote ? sendNote : answer
  const writeAnyway = () => {
    setWritesAnyway(true)
    setIsNoteChosen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isNoteChosen && mode !== 'colleague') {
      event.preventDefault()
      event.stopPropagation()
      setIsNoteChosen(false)
    }
    if (event.key === 'Escape' && !isNote && quotedId) {
      // The page takes the key to go back to the list.
      event.preventDefault()
      event.stopPropagation()
      quote(null)
    }
  }
  return (
    <div
      ref={composerRef}
      className={classes.composer}
      // Hidden, not removed: the component holds the text, the recording and the files.
      hidden={isEditing}
      onPaste={(event) => {
        const pasted = pastedFiles(event.clipboardData)
        if (!takesFiles || pasted.length === 0) return
        event.preventDefault()
        files.add(pasted)
      }}
      data-note={(isNote && mode !== 'closed') || undefined}
    >
      {refusal && (
        <Alert
          color="red"
          role="alert"
          py="xs"
          withCloseButton
          closeButtonLabel={t('common.close')}
          onClose={() => setRefusal('')}
        >
          {refusal}
        </Alert>
      )}
      {connection && mode !== 'closed' && !isNote && <ConnectionDown connection={connection} />}
      <ComposerBar
        mode={mode}
        actions={actions}
        attendant={directory.attendants.get(ticket.userId ?? '')?.name ?? t('tickets.composer.somebody')}
        hasText={written !== ''}
        isBusy={note.isBusy}
        onNote={sendNote}
        onWriteAnyway={actor?.seesAll ? writeAnyway : undefined}
      />
      {isNote && mode !== 'closed' && <p className={classes.hint}>{t('tickets.onlyTeam')}</p>}
      {!isNote && mode !== 'closed' && <ReplyBar ticket={ticket} aim={aim} />}
      {takesFiles && replyFile && <ReplyFileBar media={replyFile} onRemove={() => setReplyFile(null)} />}
      {isRecording && (
        <VoiceRecorder
          onSend={(file) => answerWith([{ text: '', file }])}
          onClose={() => setIsRecording(false)}
        />
      )}
      {mode !== 'closed' && !isRecording && (
        <div className={classes.line}>
          <div className={classes.tools}>
            {mode !== 'colleague' && (
              <NoteSwitch
                isNote={isNote}
                onSwitch={() => {
                  setIsNoteChosen(!isNoteChosen)
                  fieldRef.current?.focus()
                }}
              />
            )}
            <ComposerTools
              onEmoji={insert}
              onFiles={takesFiles ? files.add : undefined}
              onRecord={takesFiles ? () => setIsRecording(true) : undefined}
              onSchedule={laterAnswer.schedule}
              signature={isNote ? undefined : signature}
            />
          </div>
          <ComposerField
            ticket={ticket}
            directory={directory}
            isNote={isNote}
            text={text}
            onText={(next) => {
              setText(next)
              // A text that was begun as a note stays a note when the ticket changes hands.
              if (isNote) setIsNoteChosen(true)
              else onTyped()
            }}
            fieldRef={fieldRef}
            onReplyFile={setReplyFile}
            mentions={mentions}
            onKeyDown={onKeyDown}
            onSubmit={submit}
          />
          {mode !== 'colleague' && (
            <SendButton
              accepts={mode === 'accept'}
              isNote={isNote}
              isEmpty={written === '' && (isNote || !replyFile)}
              isBusy={note.isBusy}
              onSend={submit}
            />
          )}
        </div>
      )}
      {laterAnswer.dialog}
      {dropBox && <DropOverlay box={dropBox} />}
      {files.attachments.length > 0 && <AttachmentsDialog chosen={files} onSend={answerWith} />}
      {answered && (
        <AlreadyAnsweredDialog
          message={answered}
          onAnyway={() => messages.sendAnyway(answered)}
          onLook={() => {
            if (answered.file) return void messages.setAside(answered)
            setText((now) => (now ? `${answered.text}\n${now}` : answered.text))
            if (answered.replyFile) setReplyFile(answered.replyFile)
            discard(answered)
          }}
        />
      )}
    </div>
  )
}
