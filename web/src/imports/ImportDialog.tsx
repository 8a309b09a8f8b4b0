import type { Consent } from '@recado/shared/contact-lists/consent'
import { useTexts } from '../i18n/use-texts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { PrepareImport } from './PrepareImport.tsx'
import type { ImportTarget } from './target.ts'

interface ImportDialogProps {
  target: ImportTarget
  /** The recorded consent of a list; null for other targets. */
  consent: Consent | null
  /** The import to show; undefined to choose a spreadsheet. */
  importId: string | undefined
  onImport: (importId: string | undefined) => void
  onClose: () => void
}

const TITLES = {
  list: 'imports.title',
  contacts: 'imports.titleContacts',
  blocks: 'imports.titleBlocks',
} as const

/** Closing the dialog does not stop the import. The page has a link back to it. */
export function ImportDialog({ target, consent, importId, onImport, onClose }: ImportDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog opened onClose={onClose} size="xl" title={t(TITLES[target.kind])}>
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
