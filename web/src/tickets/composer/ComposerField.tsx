import { Text, Textarea } from '@mantine/core'
import type { KeptMedia } from '@recado/shared/messages/kept-media'
import { MESSAGE_MAX, NOTE_MAX, type Ticket } from '@recado/shared/tickets/contract/ticket'
import type { KeyboardEvent, RefObject } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { enterKey } from '../../messages/enter-key.ts'
import { QuickReplyMenu } from '../../quick-replies/menu/QuickReplyMenu.tsx'
import { useQuickReplyMenu } from '../../quick-replies/menu/use-quick-reply-menu.ts'
import { useUser } from '../../session/use-session.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { SuggestionList } from '../../ui/suggestions/SuggestionList.tsx'
import { useZone } from '../../zone/use-zone.ts'
import { useTicketContact } from '../contact/use-ticket-contact.ts'
import type { Directory } from '../directory.ts'
import type { MentionList } from '../notes/use-mention-list.ts'
import classes from './composer.module.css'
import { replyValues } from './reply-values.ts'

interface ComposerFieldProps {
  ticket: Ticket
  directory: Directory
  isNote: boolean
  text: string
  onText: (text: string) => void
  fieldRef: RefObject<HTMLTextAreaElement | null>
  /** A quick reply that was inserted brings its file. */
  onReplyFile: (media: KeptMedia) => void
  /** The colleagues to mention in a note. */
  mentions: MentionList
  /** Keys that no open list took. */
  onKeyDown: (event: KeyboardEvent) => void
  /** Called on the key that sends. */
  onSubmit: () => void
}

/** The text field of the composer: `/` offers quick replies for an answer, `@` colleagues for a note. */
export function ComposerField(props: ComposerFieldProps) {
  const { ticket, directory, isNote, text, onText, fieldRef, onReplyFile, mentions, onKeyDown, onSubmit } =
    props
  const { t } = useTexts()
  const { name: me } = useUser()
  const zone = useZone()
  const { data: contact } = useTicketContact(ticket)
  const { suggestions, preview } = useQuickReplyMenu({
    isEnabled: !isNote,
    text,
    onText,
    fieldRef,
    onInserted: ({ media }) => media && onReplyFile(media),
    values: () =>
      replyValues({
        ticket,
        contact,
        me,
        queue: directory.queues.get(ticket.queueId ?? '')?.name ?? '',
        zone,
        now: new Date(serverNow()),
      }),
  })
  const look = () => {
    suggestions.look()
    mentions.suggestions.look()
  }
  const { enterKeyHint, onEnter } = enterKey(onSubmit)
  const label = isNote ? t('tickets.composer.note') : t('tickets.composer.message')
  return (
    <>
      <QuickReplyMenu suggestions={suggestions} preview={preview} />
      <SuggestionList
        label={t('tickets.composer.mention')}
        suggestions={mentions.suggestions}
        keyOf={({ id }) => id}
      >
        {({ name }) => (
          <Text span size="sm" fw={500}>
            <bdi>{name}</bdi>
          </Text>
        )}
      </SuggestionList>
      <Textarea
        ref={fieldRef}
        className={classes.field}
        aria-label={label}
        placeholder={isNote ? t('tickets.composer.notePlaceholder') : label}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={isNote ? NOTE_MAX : MESSAGE_MAX}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value)
          look()
        }}
        enterKeyHint={enterKeyHint}
        onSelect={look}
        onKeyDown={(event) => {
          if (suggestions.onKeyDown(event) || mentions.suggestions.onKeyDown(event)) return
          onKeyDown(event)
          onEnter(event)
        }}
        {...suggestions.fieldProps}
        {...mentions.suggestions.fieldProps}
      />
    </>
  )
}
