import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconSend2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DiscardQuestion } from '../../ui/DiscardQuestion.tsx'
import { toastError } from '../../ui/toast.ts'
import { FilePicker } from '../../uploads/FilePicker.tsx'
import type { OutboxFile } from '../outbox/entry.ts'
import { AttachmentRow } from './AttachmentRow.tsx'
import { ATTACHMENTS_MAX, isUnshown, moved, problemOf, typeOf } from './attachment.ts'
import classes from './attachments.module.css'
import { prepareFile } from './prepare-files.ts'
import type { Attachments } from './use-attachments.ts'

interface AttachmentsDialogProps {
  chosen: Attachments
  /** Sends the files. Answers false if something comes first; then the dialog stays. */
  onSend: (files: { text: string; file: OutboxFile }[]) => boolean
}

/** The chosen files in their order, each with its caption. */
export function AttachmentsDialog({ chosen, onSend }: AttachmentsDialogProps) {
  const { t } = useTexts()
  const { attachments, setAttachments, add } = chosen
  const [isPreparing, setIsPreparing] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setAttachments([])
  const send = async () => {
    setIsPreparing(true)
    try {
      const files = await Promise.all(
        attachments.map(async (attachment) => ({
          text: typeOf(attachment) === 'audio' ? '' : attachment.caption.trim(),
          file: await prepareFile(attachment),
        })),
      )
      if (onSend(files)) close()
    } finally {
      setIsPreparing(false)
    }
  }
  return (
    <>
      <Dialog
        opened
        // Files that are being prepared leave as soon as they are ready.
        isBusy={isPreparing}
        size="lg"
        title={t('tickets.files.title', { count: attachments.length })}
        onClose={() => (attachments.some(({ caption }) => caption) ? setIsAsking(true) : close())}
      >
        <Stack>
          <ul className={classes.list}>
            {attachments.map((attachment, place) => (
              <AttachmentRow
                key={attachment.id}
                attachment={attachment}
                place={place}
                count={attachments.length}
                onChange={(part) =>
                  setAttachments((now) =>
                    now.map((one) => (one.id === attachment.id ? { ...one, ...part } : one)),
                  )
                }
                onMove={(id, to) => setAttachments((now) => moved(now, id, to))}
                onRemove={() => setAttachments((now) => now.filter(({ id }) => id !== attachment.id))}
              />
            ))}
          </ul>
          {attachments.some(({ file, isConverting }) => isUnshown(file) && !isConverting) && (
            <Text size="xs" c="dimmed" role="status">
              {t('tickets.files.unshown')}
            </Text>
          )}
          <Group justify="space-between">
            <FilePicker multiple onChange={add}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconPlus size={18} aria-hidden />}
                  disabled={attachments.length >= ATTACHMENTS_MAX}
                >
                  {t('tickets.files.add')}
                </Button>
              )}
            </FilePicker>
            <Button
              leftSection={<IconSend2 size={18} aria-hidden />}
              loading={isPreparing}
              disabled={attachments.some((one) => one.isConverting || problemOf(one))}
              onClick={() => send().catch(toastError)}
              data-autofocus
            >
              {t('tickets.composer.send')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
      <DiscardQuestion opened={isAsking} onDiscard={close} onClose={() => setIsAsking(false)} />
    </>
  )
}
