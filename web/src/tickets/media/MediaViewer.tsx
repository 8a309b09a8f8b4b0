import { ActionIcon, Group, Loader, Text, Tooltip } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import {
  type Icon,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { toastError } from '../../ui/toast.ts'
import { useZone } from '../../zone/use-zone.ts'
import { type MediaMessage, type ViewedMessage, viewedIn } from './media-messages.ts'
import { fileNameOf, saveShownFile } from './save-file.ts'
import { useMediaAddress } from './use-media-address.ts'
import classes from './viewer.module.css'

interface MediaViewerProps {
  media: readonly MediaMessage[]
  /** The shown message. */
  messageId: string
  onView: (messageId: string) => void
  onClose: () => void
}

/** Pictures and videos of a conversation over the page. Arrows go through them, plus and minus zoom. */
export function MediaViewer({ media, messageId, onView, onClose }: MediaViewerProps) {
  const { t } = useTexts()
  const viewed = viewedIn(media)
  const index = viewed.findIndex(({ id }) => id === messageId)
  const message = viewed[index]
  const [previous, next] = [viewed[index - 1], viewed[index + 1]]
  useKeys({
    ArrowLeft: () => previous && onView(previous.id),
    ArrowRight: () => next && onView(next.id),
  })
  return (
    <Dialog
      opened
      fullScreen
      withCloseButton={false}
      onClose={onClose}
      attributes={{ content: { 'aria-label': t('tickets.viewer.title') } }}
      padding={0}
      classNames={{ content: classes.content, body: classes.body }}
    >
      {message ? (
        <Viewed message={message} onClose={onClose} />
      ) : (
        <Text p="md">{t('tickets.viewer.gone')}</Text>
      )}
      <Step
        sign={IconChevronLeft}
        side="left"
        to={previous}
        label={t('tickets.viewer.previous')}
        onView={onView}
      />
      <Step sign={IconChevronRight} side="right" to={next} label={t('tickets.viewer.next')} onView={onView} />
    </Dialog>
  )
}

/** Keys of the viewer, wherever the focus is: a button that ends with its picture takes the focus with it. */
const useKeys = (keys: Record<string, () => unknown>) =>
  useWindowEvent('keydown', ({ key, target, altKey, ctrlKey, metaKey }) => {
    // A video takes the arrows to go to another moment.
    if (altKey || ctrlKey || metaKey || target instanceof HTMLVideoElement) return
    keys[key]?.()
  })

interface StepProps {
  sign: Icon
  side: 'left' | 'right'
  to: ViewedMessage | undefined
  label: string
  onView: (messageId: string) => void
}

const Step = ({ sign: Sign, side, to, label, onView }: StepProps) => (
  <ActionIcon
    className={classes.step}
    data-side={side}
    variant="filled"
    color="dark"
    size={44}
    radius="xl"
    disabled={!to}
    aria-label={label}
    onClick={() => to && onView(to.id)}
  >
    <Sign size={26} aria-hidden />
  </ActionIcon>
)

const ZOOMS = [1, 1.5, 2, 3, 4]

interface ViewedProps {
  message: ViewedMessage
  onClose: () => void
}

function Viewed({ message: { id, at, content }, onClose }: ViewedProps) {
  const { t } = useTexts()
  const zone = useZone()
  const { url, onError, hasFailed } = useMediaAddress(id, true)
  const [zoomed, setZoomed] = useState({ id, step: 0 })
  const step = zoomed.id === id ? zoomed.step : 0
  const zoom = ZOOMS[step] ?? 1
  const zoomTo = (to: number) => setZoomed({ id, step: Math.min(Math.max(to, 0), ZOOMS.length - 1) })
  const [zoomIn, zoomOut] = [() => zoomTo(step + 1), () => zoomTo(step - 1)]
  const kind = t(`messages.kinds.${content.type}`)
  const isImage = content.type === 'image'
  useKeys(isImage ? { '+': zoomIn, '=': zoomIn, '-': zoomOut } : {})
  const save = () => {
    if (url) saveShownFile(url, fileNameOf(kind, at, content.media.mimetype)).catch(toastError)
  }
  const actions = [
    isImage && {
      Sign: IconZoomOut,
      label: t('tickets.viewer.zoomOut'),
      run: zoomOut,
      isOff: step === 0,
    },
    isImage && {
      Sign: IconZoomIn,
      label: t('tickets.viewer.zoomIn'),
      run: zoomIn,
      isOff: step === ZOOMS.length - 1,
    },
    { Sign: IconDownload, label: t('tickets.media.save'), run: save, isOff: !url },
    { Sign: IconX, label: t('common.close'), run: onClose, isOff: false },
  ].filter((action) => action !== false)
  return (
    <div className={classes.viewed}>
      <Group className={classes.bar} justify="space-between" wrap="nowrap">
        <Text size="sm" className={classes.words}>
          {kind} · {formatDateTime(at, zone)}
        </Text>
        <Group gap={4} wrap="nowrap">
          {actions.map(({ Sign, label, run, isOff }) => (
            <Tooltip key={label} label={label}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={40}
                aria-label={label}
                disabled={isOff}
                onClick={run}
                data-autofocus={Sign === IconX || undefined}
              >
                <Sign size={22} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ))}
        </Group>
      </Group>
      <div key={id} className={classes.stage} tabIndex={zoom > 1 ? 0 : undefined}>
        {hasFailed && <Text role="alert">{t('tickets.media.notLoaded')}</Text>}
        {!url && !hasFailed && <Loader aria-label={t('common.loading')} />}
        {url && !hasFailed && isImage && (
          <img
            src={url}
            alt={content.caption || kind}
            style={zoom > 1 ? { width: `${zoom * 100}%`, maxWidth: 'none', maxHeight: 'none' } : undefined}
            onDoubleClick={() => zoomTo(step === 0 ? 2 : 0)}
            onError={onError}
          />
        )}
        {url && !hasFailed && !isImage && (
          // Inline, because an iPhone plays other videos in full screen, over the viewer and its buttons.
          // biome-ignore lint/a11y/useMediaCaption: a customer's video comes without captions
          <video
            src={url}
            controls
            autoPlay
            playsInline
            aria-label={content.caption || kind}
            onError={onError}
          />
        )}
      </div>
      {content.caption && (
        <Text className={classes.caption} dir="auto">
          {content.caption}
        </Text>
      )}
    </div>
  )
}
