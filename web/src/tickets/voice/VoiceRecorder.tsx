import { ActionIcon, Progress, Text, Tooltip } from '@mantine/core'
import { IconPlayerStopFilled, IconSend2, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { clockOf } from '../media/clock.ts'
import { useObjectUrl } from '../media/use-object-url.ts'
import type { OutboxFile } from '../outbox/entry.ts'
import { useRecording } from './use-recording.ts'
import classes from './voice.module.css'

interface VoiceRecorderProps {
  /** Sends the recording. Answers false if something comes first; then it stays. */
  onSend: (file: OutboxFile) => boolean
  onClose: () => void
}

/** Records at once. The user sees that it hears, and can listen before it leaves. */
export function VoiceRecorder({ onSend, onClose }: VoiceRecorderProps) {
  const { t } = useTexts()
  const { level, seconds, isOpus, note, problem, finish } = useRecording()
  const [isBusy, setIsBusy] = useState(false)
  const stop = async () => {
    setIsBusy(true)
    const made = await finish()
    setIsBusy(false)
    return made
  }
  const send = async () => {
    const made = note ?? (await stop())
    if (made && onSend(made)) onClose()
  }
  return (
    <div className={classes.recorder}>
      <LeaveGuard staysOverTabs isDirty={!problem} text={t('tickets.voice.lost')} />
      <Tool label={t('tickets.voice.cancel')} color="red" onClick={onClose}>
        <IconTrash size={20} aria-hidden />
      </Tool>
      <div className={classes.middle}>
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t(problem)}
          </Text>
        )}
        {!problem && note && <Listen blob={note.blob} />}
        {!problem && !note && (
          <>
            <span className={classes.line}>
              <span className={classes.dot} aria-hidden />
              <span role="status">{t('tickets.voice.recording')}</span>
              <span className={classes.clock}>{clockOf(seconds)}</span>
            </span>
            {/* A voice is seldom louder than a half. */}
            <Progress value={Math.min(level * 200, 100)} size="sm" transitionDuration={80} aria-hidden />
          </>
        )}
        {!isOpus && !problem && (
          <Text size="xs" c="dimmed">
            {t('tickets.voice.ordinary')}
          </Text>
        )}
      </div>
      {!problem && !note && (
        <Tool label={t('tickets.voice.stop')} isBusy={isBusy} onClick={stop}>
          <IconPlayerStopFilled size={20} aria-hidden />
        </Tool>
      )}
      {!problem && (
        <Tool label={t('tickets.voice.send')} isMain isBusy={isBusy} onClick={send}>
          <IconSend2 size={20} aria-hidden />
        </Tool>
      )}
    </div>
  )
}

interface ToolProps {
  label: string
  color?: string
  isMain?: boolean
  isBusy?: boolean
  onClick: () => unknown
  children: ReactNode
}

const Tool = ({ label, color = 'gray', isMain = false, isBusy = false, onClick, children }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon
      size={36}
      variant={isMain ? 'filled' : 'subtle'}
      color={isMain ? undefined : color}
      loading={isBusy}
      aria-label={label}
      onClick={() => onClick()}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)

function Listen({ blob }: { blob: Blob }) {
  const url = useObjectUrl(blob)
  // biome-ignore lint/a11y/useMediaCaption: the user's own voice, just recorded
  return url ? <audio className={classes.listen} src={url} controls /> : null
}
