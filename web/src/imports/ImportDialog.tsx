import type { Consent } from '@recado/shared/contact-lists/consent'
import { useTexts } from '../i18n/use-texts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { PrepareImport } from './PrepareImport.tsx'
import type { ImportTarget } from './target.ts'

interface ImportDialogProps {
  target: ImportTarget
  /** What is known of the consent of the people who are there already; only for a list. */
  consent: Consent | null
  /** The import to look at; without it a spreadsheet is chosen. */
  importId: string | undefined
  onImport: (importId: string | undefined) => void
  onClose: () => void
}

/** Closing it stops nothing: the import goes on, and the page leads back to it. */
export function ImportDialog({ target, consent, importId, onImport, onClose }: ImportDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog
      opened
      onClose={onClose}
      size="xl"
      title={target.kind === 'list' ? t('imports.title') : t('imports.titleBlocks')}
    >
      {importId ? (
        <ImportProgress
          key={importId}
          target={target}
          importId={importId}
          onAgain={() => onImport(undefined)}
          onClose={onClose}
        />
      ) : (
        <PrepareImport target={target} consent={consent} onStarted={onImport} onClose={onClose} />
      )}
    </Dialog>
  )
}
