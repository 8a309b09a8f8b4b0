import { SegmentedControl, Stack } from '@mantine/core'
import type { Consent } from '@recado/shared/contact-lists/consent'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useMay } from '../session/use-session.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DiscardQuestion } from '../ui/DiscardQuestion.tsx'
import { GatherPeople } from './GatherPeople.tsx'
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

/** Where the people of a list come from. */
const SOURCES = ['sheet', 'contacts', 'tickets'] as const

/** Closing the dialog does not stop the import. The page has a link back to it. */
export function ImportDialog({ target, consent, importId, onImport, onClose }: ImportDialogProps) {
  const { t } = useTexts()
  /** Whether the user has chosen or answered something that would be lost. */
  const [isBegun, setIsBegun] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [isStarting, setIsStarting] = useState(false)
  const mayTakeContacts = useMay('drawer-admin-items:view')
  const sources = SOURCES.filter((value) => value !== 'contacts' || mayTakeContacts)
  const [source, setSource] = useState<(typeof SOURCES)[number]>('sheet')
  return (
    <Dialog
      opened
      isBusy={isStarting}
      onClose={() => (isBegun && !importId ? setIsAsking(true) : onClose())}
      size="xl"
      title={t(TITLES[target.kind])}
    >
      <DiscardQuestion opened={isAsking} onDiscard={onClose} onClose={() => setIsAsking(false)} />
      {importId ? (
        <ImportProgress
          key={importId}
          target={target}
          importId={importId}
          onAgain={() => onImport(undefined)}
          onClose={onClose}
        />
      ) : (
        <Stack>
          {target.kind === 'list' && (
            <SegmentedControl
              aria-label={t('imports.gather.source')}
              fullWidth
              disabled={isStarting}
              value={source}
              onChange={(value) => setSource(SOURCES.find((each) => each === value) ?? 'sheet')}
              data={sources.map((value) => ({ value, label: t(`imports.gather.sources.${value}`) }))}
            />
          )}
          {target.kind === 'list' && source !== 'sheet' ? (
            <GatherPeople
              key={source}
              from={source}
              contactListId={target.contactListId}
              consent={consent}
              onBegun={setIsBegun}
              onStarting={setIsStarting}
              onStarted={onImport}
              onClose={onClose}
            />
          ) : (
            <PrepareImport
              target={target}
              consent={consent}
              onBegun={setIsBegun}
              onStarting={setIsStarting}
              onStarted={onImport}
              onClose={onClose}
            />
          )}
        </Stack>
      )}
    </Dialog>
  )
}
