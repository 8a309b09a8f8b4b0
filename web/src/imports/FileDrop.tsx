import { Stack, Text } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { IMPORT_MAX_BYTES } from '@recado/shared/imports/import'
import { IconFileSpreadsheet, IconUpload, IconX } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'

interface FileDropProps {
  fileName: string | undefined
  disabled: boolean
  onFile: (file: File) => void
  /** Called with the reason, in words, when a file is refused. */
  onRefused: (text: string) => void
}

const ACCEPT = {
  'application/vnd.ms-excel': ['.xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/csv': ['.csv'],
}

const IS_EMPTY = 'file-empty'

/** Drop area and file dialog for a spreadsheet. */
export function FileDrop({ fileName, disabled, onFile, onRefused }: FileDropProps) {
  const { t } = useTexts()
  const refuse = ([first]: FileRejection[]) => {
    const codes = first?.errors.map(({ code }) => code) ?? []
    if (codes.includes(IS_EMPTY)) return onRefused(t('errors.ERR_SPREADSHEET_EMPTY'))
    const isTooLarge = codes.includes('file-too-large')
    onRefused(t(isTooLarge ? 'errors.ERR_SPREADSHEET_TOO_LARGE' : 'errors.ERR_SPREADSHEET_UNSUPPORTED'))
  }
  return (
    <Dropzone
      onDrop={([first]) => first && onFile(first)}
      onReject={refuse}
      accept={ACCEPT}
      validator={({ size }) => (size === 0 ? { code: IS_EMPTY, message: '' } : null)}
      maxSize={IMPORT_MAX_BYTES}
      multiple={false}
      disabled={disabled}
      data-autofocus
      inputProps={{ 'aria-label': t('imports.file') }}
      aria-label={t('imports.drop')}
    >
      <Stack align="center" gap={4} ta="center" style={{ pointerEvents: 'none' }}>
        <Dropzone.Accept>
          <IconUpload size={28} aria-hidden />
        </Dropzone.Accept>
        <Dropzone.Reject>
          <IconX size={28} aria-hidden />
        </Dropzone.Reject>
        <Dropzone.Idle>
          <IconFileSpreadsheet size={28} aria-hidden />
        </Dropzone.Idle>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {fileName ?? t('imports.drop')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('imports.formats')}
        </Text>
      </Stack>
    </Dropzone>
  )
}
