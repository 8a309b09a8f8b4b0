import { useForm } from '@mantine/form'
import type { Consent } from '@recado/shared/contact-lists/consent'
import type { SheetLayout } from '@recado/shared/imports/import'
import { useState } from 'react'
import { consentErrors } from '../contact-lists/consent/consent-errors.ts'
import { type ConsentValues, consentSent, consentToSay } from '../contact-lists/consent/consent-values.ts'
import { focusFirstError } from '../ui/form.ts'
import { ChooseColumns } from './ChooseColumns.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { choiceOf, fieldsFor, isSure, layoutOf } from './column-choice.ts'
import { useStartImport } from './queries.ts'
import type { ImportTarget } from './target.ts'
import { useSpreadsheet } from './use-spreadsheet.ts'

interface PrepareImportProps {
  target: ImportTarget
  consent: Consent | null
  onStarted: (importId: string) => void
  onClose: () => void
}

/** What an import needs to know of the people in a file. */
export interface ImportValues {
  removesDuplicates: boolean
  /** To the integrated platform, once they are in the list. */
  syncs: boolean
  consent: ConsentValues
}

/** The file and the people's consent first; then its columns, where they leave a doubt or somebody wants to see. */
export function PrepareImport({ target, consent, onStarted, onClose }: PrepareImportProps) {
  const spreadsheet = useSpreadsheet()
  const start = useStartImport(target)
  const [choosesColumns, setChoosesColumns] = useState(false)
  const form = useForm<ImportValues>({
    initialValues: { removesDuplicates: true, syncs: false, consent: consentToSay(consent) },
    validate: (values) => (target.kind === 'list' ? consentErrors(values.consent, { isRequired: true }) : {}),
  })
  const { read } = spreadsheet

  const begin = (layout: SheetLayout) => {
    if (!read || start.isPending) return
    const { removesDuplicates, syncs, consent: said } = form.getValues()
    start.mutate(
      {
        uploadId: read.uploadId,
        layout,
        importDuplicated: removesDuplicates,
        syncSacmais: syncs,
        consent: consentSent(said),
      },
      { onSuccess: ({ importId }) => onStarted(importId) },
    )
  }
  const goOn = (seesColumns: boolean) => {
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return focusFirstError(errors)
    if (!read) return
    const { preview } = read
    // What the user has seen is what is imported.
    const layout = isSure(preview)
      ? layoutOf(choiceOf(preview.columns, fieldsFor(target)), preview.firstLine)
      : undefined
    if (seesColumns || !layout) setChoosesColumns(true)
    else begin(layout)
  }
  if (choosesColumns && read) {
    return (
      <ChooseColumns
        target={target}
        preview={read.preview}
        error={start.error}
        isBusy={start.isPending}
        onBack={() => {
          start.reset()
          setChoosesColumns(false)
        }}
        onChosen={begin}
      />
    )
  }
  return (
    <ChooseFile
      target={target}
      spreadsheet={spreadsheet}
      form={form}
      error={start.error}
      isBusy={start.isPending}
      onGoOn={() => goOn(false)}
      onColumns={() => goOn(true)}
      onClose={onClose}
    />
  )
}
