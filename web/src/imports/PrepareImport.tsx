import { useForm } from '@mantine/form'
import type { Consent } from '@recado/shared/contact-lists/consent'
import type { SheetLayout } from '@recado/shared/imports/import'
import { useState } from 'react'
import { consentErrors } from '../contact-lists/consent/consent-errors.ts'
import {
  type ConsentValues,
  consentFormValues,
  consentInputOf,
} from '../contact-lists/consent/consent-values.ts'
import { focusFirstError } from '../ui/form.ts'
import { ChooseColumns } from './ChooseColumns.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { areColumnsCertain, layoutOf } from './column-choice.ts'
import { useStartImport } from './queries.ts'
import type { ImportTarget } from './target.ts'
import { useBegun, useStarting } from './use-begun.ts'
import { useSpreadsheet } from './use-spreadsheet.ts'

interface PrepareImportProps {
  target: ImportTarget
  consent: Consent | null
  /** Told whether there is something that closing would lose. */
  onBegun: (isBegun: boolean) => void
  /** Told whether the import is being started. */
  onStarting: (isStarting: boolean) => void
  onStarted: (importId: string) => void
  onClose: () => void
}

/** What the user says about the people in a file. */
export interface ImportValues {
  removesDuplicates: boolean
  /** Whether the contacts also go to the integrated platform. */
  syncs: boolean
  consent: ConsentValues
}

/** Asks for the file and the consent, and for the columns if they are unclear or the user wants to see them. */
export function PrepareImport(props: PrepareImportProps) {
  const { target, consent, onBegun, onStarting, onStarted, onClose } = props
  const spreadsheet = useSpreadsheet(target)
  const start = useStartImport(target)
  const [choosesColumns, setChoosesColumns] = useState(false)
  const form = useForm<ImportValues>({
    initialValues: { removesDuplicates: true, syncs: false, consent: consentFormValues(consent) },
    validate: (values) => (target.kind === 'list' ? consentErrors(values.consent, { isRequired: true }) : {}),
  })
  const { read, adjust } = spreadsheet
  useBegun(read !== undefined || form.isDirty(), onBegun)
  useStarting(start.isPending, onStarting)

  const begin = (layout: SheetLayout) => {
    if (!read || start.isPending) return
    const { removesDuplicates, syncs, consent: said } = form.getValues()
    start.mutate(
      {
        uploadId: read.uploadId,
        layout,
        importDuplicated: removesDuplicates,
        syncSacmais: syncs,
        consent: consentInputOf(said),
      },
      { onSuccess: ({ importId }) => onStarted(importId) },
    )
  }
  const goOn = () => {
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return focusFirstError(errors)
    // Imports the layout that the user saw.
    const layout = read && areColumnsCertain(read.preview) ? layoutOf(read.preview) : undefined
    if (layout) begin(layout)
    else setChoosesColumns(true)
  }
  if (choosesColumns && read) {
    const isAnswered = form.isValid()
    return (
      <ChooseColumns
        target={target}
        preview={read.preview}
        error={start.error}
        isBusy={start.isPending}
        isLast={isAnswered}
        onAdjust={adjust}
        onBack={() => {
          start.reset()
          setChoosesColumns(false)
        }}
        onChosen={(layout) => {
          if (isAnswered) return begin(layout)
          adjust({ clear: true })
          setChoosesColumns(false)
        }}
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
      onGoOn={goOn}
      onColumns={() => setChoosesColumns(true)}
      onClose={onClose}
    />
  )
}
