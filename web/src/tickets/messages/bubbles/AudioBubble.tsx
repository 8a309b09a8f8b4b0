import { ActionIcon, UnstyledButton } from '@mantine/core'
import type { MediaContent } from '@recado/shared/messages/content'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { LOCALES } from '../../../i18n/index.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { clockOf } from '../../media/clock.ts'
import { useConversationMedia } from '../../media/conversation-media.tsx'
import {
  RATES,
  seekTo,
  setPlaybackRate,
  togglePlaying,
  usePlayback,
  usePlaybackRate,
} from '../../media/player.ts'
import { fileNameOf, saveShownFile } from '../../media/save-file.ts'
import { barsOf } from '../../media/waveform.ts'
import classes from './media.module.css'
import { SaveButton } from './SaveButton.tsx'

interface AudioBubbleProps {
  messageId: string
  content: Extract<MediaContent, { type: 'audio' }>
}

/** A recording without a waveform gets a plain line of this many bars. */
const PLAIN_BARS = 40
const LOWEST_PERCENT = 8

/** A recording with its player: play and pause, its bars to go to a moment, and how fast it plays. */
export function AudioBubble({ messageId, content }: AudioBubbleProps) {
  const { t, language } = useTexts()
  const { trackOf } = useConversationMedia()
  const { isPlaying, isLoading, at, hasFailed } = usePlayback(messageId)
  const rate = usePlaybackRate()
  const track = trackOf(messageId)
  const seconds = Math.max(content.seconds, at, 1)
  const bars = barsOf(content.waveform) ?? Array.from({ length: PLAIN_BARS }, () => 0)
  const times = new Intl.NumberFormat(LOCALES[language])
  const nextRate = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1
  const kind = t(content.voice ? 'messages.kinds.voice' : 'messages.kinds.audio')
  return (
    <fieldset className={classes.audio} aria-label={kind}>
      <ActionIcon
        size={38}
        radius="xl"
        loading={isLoading}
        aria-label={isPlaying ? t('tickets.audio.pause') : t('tickets.audio.play')}
        onClick={() => togglePlaying(track)}
      >
        {isPlaying ? (
          <IconPlayerPauseFilled size={20} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={20} aria-hidden />
        )}
      </ActionIcon>
      <div className={classes.track}>
        <div className={classes.bars}>
          {bars.map((height, index) => (
            <span
              key={index}
              className={classes.bar}
              style={{ height: `${Math.max(height, LOWEST_PERCENT)}%` }}
              data-played={(index + 0.5) / bars.length < at / seconds || undefined}
            />
          ))}
          <input
            type="range"
            min={0}
            max={seconds}
            step={1}
            value={at}
            aria-label={t('tickets.audio.position')}
            aria-valuetext={t('tickets.audio.at', { at: clockOf(at), of: clockOf(seconds) })}
            onChange={(event) => seekTo(track, Number(event.currentTarget.value))}
          />
        </div>
        <span className={classes.clock} role={hasFailed ? 'alert' : undefined}>
          {hasFailed ? t('tickets.media.notLoaded') : clockOf(at > 0 ? at : content.seconds)}
        </span>
      </div>
      {hasFailed ? (
        // Safari up to 18.3 plays no Ogg, the format of WhatsApp's voice notes. Another app may.
        <SaveButton
          messageId={messageId}
          fileName={fileNameOf(kind, undefined, content.media.mimetype)}
          save={saveShownFile}
        />
      ) : (
        <UnstyledButton
          className={classes.clock}
          p={6}
          fw={600}
          aria-label={t('tickets.audio.rate', { rate: times.format(rate) })}
          onClick={() => setPlaybackRate(nextRate)}
        >
          {times.format(rate)}×
        </UnstyledButton>
      )}
    </fieldset>
  )
}
