import { Button, Group, Input, Stack, Text } from '@mantine/core'
import { MEDIA_LIMITS } from '@recado/shared/messages/content'
import type { KeptMedia } from '@recado/shared/messages/kept-media'
import { IconPaperclip, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ownTypeOf, problemOf, typedFile } from '../../tickets/attachments/attachment.ts'
import { FilePreview } from '../../tickets/attachments/FilePreview.tsx'
import { formatBytes } from '../../ui/bytes.ts'
import { FilePicker } from '../../uploads/FilePicker.tsx'
import { ReplyFile } from '../ReplyFile.tsx'

interface ReplyFileFieldProps {
  /** The stored file, or the one that was just chosen; null without one. */
  value: KeptMedia | File | null
  onChange: (file: File | null) => void
  /** What becomes of the file, if it does not belong to a quick reply. */
  hint?: string
  /** Why a file cannot be taken; undefined for one that can. */
  refuse?: (file: File) => string | undefined
  /** An error of the field. */
  error?: ReactNode
}

/** The file of a quick reply or another written message, with a preview. */
export function ReplyFileField({ value, onChange, hint, refuse, error }: ReplyFileFieldProps) {
  const { t, language } = useTexts()
  const [problem, setProblem] = useState<string>()
  const choose = (chosen: File | null) => {
    if (!chosen) return
    const file = typedFile(chosen)
    const fault = problemOf({ file, asDocument: false })
    const most = formatBytes(MEDIA_LIMITS[ownTypeOf(file)], language)
    const refusal =
      refuse?.(file) ??
      (fault && t(fault === 'empty' ? 'tickets.files.empty' : 'tickets.files.tooLarge', { most }))
    setProblem(refusal)
    if (!refusal) onChange(file)
  }
  return (
    <Stack gap={6} role="group" aria-label={t('quickReplies.form.file')}>
      <Input.Label component="div">{t('quickReplies.form.file')}</Input.Label>
      {value && (value instanceof File ? <ChosenFile file={value} /> : <ReplyFile media={value} />)}
      <Group gap="xs">
        <FilePicker onChange={choose}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              leftSection={<IconPaperclip size={16} aria-hidden />}
            >
              {t(value ? 'quickReplies.form.otherFile' : 'quickReplies.form.chooseFile')}
            </Button>
          )}
        </FilePicker>
        {value && (
          <Button
            size="xs"
            variant="subtle"
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onChange(null)}
          >
            {t('quickReplies.form.removeFile')}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {hint ?? t('quickReplies.form.fileHint')}
      </Text>
      {(problem || error) && <Input.Error role="alert">{problem ?? error}</Input.Error>}
    </Stack>
  )
}

/** A file that is uploaded when the reply is saved. */
function ChosenFile({ file }: { file: File }) {
  const { t, language } = useTexts()
  const type = ownTypeOf(file)
  return (
    <Group gap="xs" wrap="nowrap">
      <FilePreview file={file} type={type} />
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{file.name}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {`${t(`messages.kinds.${type}`)} · ${formatBytes(file.size, language)}`}
        </Text>
      </div>
    </Group>
  )
}
