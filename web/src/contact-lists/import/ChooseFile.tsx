import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { IMPORT_MAX_BYTES } from '@recado/shared/contact-lists/import'
import { IconFileSpreadsheet, IconUpload, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { textOf } from '../../ui/toast.ts'
import { useImportContacts } from '../queries.ts'

interface ChooseFileProps {
  contactListId: string
  onStarted: (importId: string) => void
  onClose: () => void
}

const ACCEPT = {
  'application/vnd.ms-excel': ['.xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/csv': ['.csv'],
}

export function ChooseFile({ contactListId, onStarted, onClose }: ChooseFileProps) {
  const { t } = useTexts()
  const [file, setFile] = useState<File>()
  const [removesDuplicates, setRemovesDuplicates] = useState(true)
  const [refusal, setRefusal] = useState<string>()
  const start = useImportContacts(contactListId)

  const take = ([first]: File[]) => {
    if (!first) return
    setFile(first)
    setRefusal(undefined)
    start.reset()
  }
  const refuse = ([first]: FileRejection[]) => {
    setFile(undefined)
    const isTooLarge = first?.errors.some(({ code }) => code === 'file-too-large')
    setRefusal(t(isTooLarge ? 'errors.ERR_SPREADSHEET_TOO_LARGE' : 'errors.ERR_SPREADSHEET_UNSUPPORTED'))
  }
  const submit = () => {
    if (!file || start.isPending) return
    start.mutate(
      { file, importDuplicated: removesDuplicates },
      { onSuccess: ({ importId }) => onStarted(importId) },
    )
  }
  const problem = refusal ?? (start.isError ? textOf(start.error) : undefined)
  return (
    <Stack>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Dropzone
        onDrop={take}
        onReject={refuse}
        accept={ACCEPT}
        maxSize={IMPORT_MAX_BYTES}
        multiple={false}
        disabled={start.isPending}
        inputProps={{ 'aria-label': t('contactLists.import.file') }}
        aria-label={t('contactLists.import.drop')}
      >
        <Stack align="center" gap={4} py="lg" ta="center" style={{ pointerEvents: 'none' }}>
          <Dropzone.Accept>
            <IconUpload size={40} aria-hidden />
          </Dropzone.Accept>
          <Dropzone.Reject>
            <IconX size={40} aria-hidden />
          </Dropzone.Reject>
          <Dropzone.Idle>
            <IconFileSpreadsheet size={40} aria-hidden />
          </Dropzone.Idle>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {file?.name ?? t('contactLists.import.drop')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('contactLists.import.formats')}
          </Text>
        </Stack>
      </Dropzone>
      <Checkbox
        label={t('contactLists.import.removeDuplicates')}
        description={t('contactLists.import.removeDuplicatesHint')}
        checked={removesDuplicates}
        onChange={(event) => setRemovesDuplicates(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={!file} loading={start.isPending} onClick={submit}>
          {t('contactLists.import.start')}
        </Button>
      </Group>
    </Stack>
  )
}
