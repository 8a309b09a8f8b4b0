import { useForm } from '@mantine/form'
import type { Consent } from '@recado/shared/contact-lists/consent'
import type { SheetLayout } from '@recado/shared/imports/import'
import { useEffect, useState } from 'react'
import { consentErrors } from '../contact-lists/consent/consent-errors.ts'
import {
  type ConsentValues,
  consentFormValues,
  consentInputOf,
} from '../contact-lists/consent/consent-values.ts'
import { focusFirstError } from '../ui/form.ts'
import { ChooseColumns } from './ChooseColumns.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { type Assignment, areColumnsCertain, layoutOf, recognisedAssignment } from './column-choice.ts'
import { useStartImport } from './queries.ts'
import type { ImportTarget } from './target.ts'
import { useSpreadsheet } from './use-spreadsheet.ts'

interface PrepareImportProps {
  target: ImportTarget
  consent: Consent | null
  /** Told whether there is something that closing would lose. */
  onBegun: (isBegun: boolean) => void
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
export function PrepareImport({ target, consent, onBegun, onStarted, onClose }: PrepareImportProps) {
  const spreadsheet = useSpreadsheet()
  const start = useStartImport(target)
  const [choosesColumns, setChoosesColumns] = useState(false)
  /** What the user made of the columns of an upload. */
  const [assigned, setAssigned] = useState<Assignment & { uploadId: string }>()
  const form = useForm<ImportValues>({
    initialValues: { removesDuplicates: true, syncs: false, consent: consentFormValues(consent) },
    validate: (values) => (target.kind === 'list' ? consentErrors(values.consent, { isRequired: true }) : {}),
  })
  const { read } = spreadsheet
  const isBegun = read !== undefined || form.isDirty()
  useEffect(() => {
    onBegun(isBegun)
    return () => onBegun(false)
  }, [onBegun, isBegun])

  const own = assigned?.uploadId === read?.uploadId ? assigned : undefined
  const assignment = own ?? (read && recognisedAssignment(read.preview, target))
  // Imports the layout that the user saw.
  const isKnown = own !== undefined || (read !== undefined && areColumnsCertain(read.preview))
  const layout = isKnown && assignment ? layoutOf(assignment) : undefined

  const begin = (chosen: SheetLayout) => {
    if (!read || start.isPending) return
    const { removesDuplicates, syncs, consent: said } = form.getValues()
    start.mutate(
      {
        uploadId: read.uploadId,
        layout: chosen,
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
    if (layout) begin(layout)
    else setChoosesColumns(true)
  }
  if (choosesColumns && read && assignment) {
    const isAnswered = form.isValid()
    return (
      <ChooseColumns
        target={target}
        preview={read.preview}
        assignment={assignment}
        error={start.error}
        isBusy={start.isPending}
        isLast={isAnswered}
        onAssign={(next) => setAssigned({ ...next, uploadId: read.uploadId })}
        onBack={() => {
          start.reset()
          setChoosesColumns(false)
        }}
        onChosen={(chosen) => {
          if (isAnswered) return begin(chosen)
          setAssigned({ ...assignment, uploadId: read.uploadId })
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
      assignment={layout && assignment}
      onGoOn={goOn}
      onColumns={() => setChoosesColumns(true)}
      onClose={onClose}
    />
  )
}
