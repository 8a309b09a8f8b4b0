import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { IconCalendarClock, IconMicrophone, IconMoodSmile, IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { later } from '../../ui/later.tsx'
import { FilePicker } from '../../uploads/FilePicker.tsx'
import { SignatureButton } from './SignatureButton.tsx'
import type { Signature } from './use-signature.ts'

const EmojiGrid = later(async () => (await import('../emoji/EmojiGrid.tsx')).EmojiGrid)

interface ComposerToolsProps {
  onEmoji: (emoji: string) => void
  /** Undefined where only words can be written. */
  onFiles: ((files: File[]) => void) | undefined
  onRecord: (() => void) | undefined
  /** Undefined where nothing can be sent later. */
  onSchedule: (() => void) | undefined
  /** Undefined where the words stay in the company. */
  signature: Signature | undefined
}

/** What is added to words: emojis, files, a recording, the user's name. */
export function ComposerTools({ onEmoji, onFiles, onRecord, onSchedule, signature }: ComposerToolsProps) {
  const { t } = useTexts()
  const [isPicking, setIsPicking] = useState(false)
  return (
    <>
      <Popover
        opened={isPicking}
        onChange={setIsPicking}
        trapFocus
        returnFocus
        shadow="md"
        position="top-start"
      >
        <Popover.Target>
          <Tooltip label={t('tickets.emoji.insert')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('tickets.emoji.insert')}
              onClick={() => setIsPicking(!isPicking)}
            >
              <IconMoodSmile size={20} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown p={8} aria-label={t('tickets.emoji.insert')}>
          <EmojiGrid
            onPick={(emoji) => {
              setIsPicking(false)
              onEmoji(emoji)
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {onFiles && (
        <FilePicker multiple onChange={onFiles}>
          {(props) => (
            <Tooltip label={t('tickets.files.attach')}>
              <ActionIcon
                {...props}
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('tickets.files.attach')}
              >
                <IconPaperclip size={20} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </FilePicker>
      )}
      {onRecord && (
        <Tooltip label={t('tickets.voice.record')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('tickets.voice.record')}
            onClick={onRecord}
          >
            <IconMicrophone size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {onSchedule && (
        <Tooltip label={t('schedules.composer')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('schedules.composer')}
            onClick={onSchedule}
          >
            <IconCalendarClock size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {signature?.isOffered && <SignatureButton signature={signature} />}
    </>
  )
}
