import { ActionIcon, Group, Switch, Text, Textarea } from '@mantine/core'
import { MEDIA_LIMITS } from '@recado/shared/messages/content'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatBytes } from '../../ui/bytes.ts'
import { type Attachment, mayBeDocument, problemOf, typeOf } from './attachment.ts'
import classes from './attachments.module.css'
import { FilePreview } from './FilePreview.tsx'

interface AttachmentRowProps {
  attachment: Attachment
  place: number
  count: number
  onChange: (part: Partial<Attachment>) => void
  onMove: (id: string, to: number) => void
  onRemove: () => void
}

const CAPTION_MAX = 4096
const DRAGGED = 'application/x-recado-attachment'

/** A chosen file: its preview, its caption, what it is sent as, and its place among the others. */
export function AttachmentRow(props: AttachmentRowProps) {
  const { attachment, place, count, onChange, onMove, onRemove } = props
  const { t, language } = useTexts()
  const [isTarget, setIsTarget] = useState(false)
  const { id, file, caption, asDocument } = attachment
  const type = typeOf(attachment)
  const problem = problemOf(attachment)
  const drop = (event: DragEvent) => {
    setIsTarget(false)
    const dragged = event.dataTransfer.getData(DRAGGED)
    if (!dragged) return
    event.preventDefault()
    onMove(dragged, place)
  }
  return (
    <li
      className={classes.row}
      data-target={isTarget || undefined}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, id)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setIsTarget(true)
      }}
      onDragLeave={() => setIsTarget(false)}
      onDrop={drop}
    >
      <FilePreview file={file} type={type} />
      <div className={classes.words}>
        <bdi className={classes.name}>{file.name}</bdi>
        <Text size="xs" c={problem ? 'var(--mantine-color-error)' : 'dimmed'} role={problem && 'alert'}>
          {problem === 'tooLarge' &&
            t('tickets.files.tooLarge', { most: formatBytes(MEDIA_LIMITS[type], language) })}
          {problem === 'empty' && t('tickets.files.empty')}
          {!problem && `${t(`messages.kinds.${type}`)} · ${formatBytes(file.size, language)}`}
        </Text>
        {type !== 'audio' && (
          <Textarea
            aria-label={t('tickets.files.captionOf', { name: file.name })}
            placeholder={t('tickets.files.caption')}
            autosize
            minRows={1}
            maxRows={4}
            maxLength={CAPTION_MAX}
            value={caption}
            onChange={(event) => onChange({ caption: event.currentTarget.value })}
          />
        )}
        <Group justify="space-between" gap={4}>
          {mayBeDocument(file) ? (
            <Switch
              size="sm"
              label={t('tickets.files.asDocument')}
              checked={asDocument}
              onChange={(event) => onChange({ asDocument: event.currentTarget.checked })}
            />
          ) : (
            <span />
          )}
          <Group gap={2} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={place === 0}
              aria-label={t('tickets.files.earlier', { name: file.name })}
              onClick={() => onMove(id, place - 1)}
            >
              <IconArrowUp size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={place === count - 1}
              aria-label={t('tickets.files.later', { name: file.name })}
              onClick={() => onMove(id, place + 1)}
            >
              <IconArrowDown size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('tickets.files.remove', { name: file.name })}
              onClick={onRemove}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        </Group>
      </div>
    </li>
  )
}
