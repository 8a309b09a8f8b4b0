import { Modal } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { ImportProgress } from './ImportProgress.tsx'

interface ImportDialogProps {
  contactListId: string
  /** The import to look at; without it a spreadsheet is chosen. */
  importId: string | undefined
  onImport: (importId: string | undefined) => void
  onClose: () => void
}

/** Closing it stops nothing: the import goes on, and the list leads back to it. */
export function ImportDialog({ contactListId, importId, onImport, onClose }: ImportDialogProps) {
  const { t } = useTexts()
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('contactLists.import.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {importId ? (
        <ImportProgress
          contactListId={contactListId}
          importId={importId}
          onAgain={() => onImport(undefined)}
          onClose={onClose}
        />
      ) : (
        <ChooseFile contactListId={contactListId} onStarted={onImport} onClose={onClose} />
      )}
    </Modal>
  )
}
