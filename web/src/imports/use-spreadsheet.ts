import type { ImportPreview } from '@recado/shared/imports/import'
import { listImportRoutes } from '@recado/shared/imports/routes'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { uploadToStorage } from '../uploads/upload.ts'
import { fieldsFor, recognisedChoice } from './column-choice.ts'
import type { ImportTarget } from './target.ts'

/** An uploaded spreadsheet and its layout: the recognised one, until the user adjusts it. */
export interface ReadSpreadsheet {
  uploadId: string
  preview: ImportPreview
}

/** Uploads a chosen spreadsheet and reads its first rows. Another choice, or leaving the page, cancels that. */
export function useSpreadsheet(target: ImportTarget) {
  const [file, setFile] = useState<File>()
  const [sentShare, setSentShare] = useState(0)
  const [read, setRead] = useState<ReadSpreadsheet>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  const reading = useMutation({
    mutationFn: async ({ file, signal }: { file: File; signal: AbortSignal }): Promise<ReadSpreadsheet> => {
      const uploadId = await uploadToStorage(file, { purpose: 'import', signal, onProgress: setSentShare })
      const preview = await call(listImportRoutes.previewImport, { uploadId }, { signal })
      const columns = recognisedChoice(preview.columns, fieldsFor(target))
      return { uploadId, preview: { ...preview, columns } }
    },
    meta: { showsItsError: true },
  })
  const take = (chosen: File) => {
    drop()
    sending.current = new AbortController()
    setFile(chosen)
    reading.mutate({ file: chosen, signal: sending.current.signal }, { onSuccess: setRead })
  }
  const drop = () => {
    sending.current?.abort()
    setFile(undefined)
    setSentShare(0)
    setRead(undefined)
    reading.reset()
  }
  const adjust = (changes: Partial<ImportPreview>) =>
    setRead((now) => now && { ...now, preview: { ...now.preview, ...changes } })
  return {
    file,
    /** 0 to 1. */
    sentShare,
    isReading: reading.isPending,
    read,
    error: reading.error,
    take,
    drop,
    adjust,
  }
}
export type Spreadsheet = ReturnType<typeof useSpreadsheet>
