import type { ImportPreview } from '@recado/shared/imports/import'
import { listImportRoutes } from '@recado/shared/imports/routes'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { uploadToStorage } from '../uploads/upload.ts'

/** An uploaded spreadsheet and its recognised layout. */
export interface ReadSpreadsheet {
  uploadId: string
  preview: ImportPreview
}

/** Uploads a chosen spreadsheet and reads its first rows. Another choice, or leaving the page, cancels that. */
export function useSpreadsheet() {
  const [file, setFile] = useState<File>()
  const [sentShare, setSentShare] = useState(0)
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  const reading = useMutation({
    mutationFn: async ({ file, signal }: { file: File; signal: AbortSignal }): Promise<ReadSpreadsheet> => {
      const uploadId = await uploadToStorage(file, { purpose: 'import', signal, onProgress: setSentShare })
      return { uploadId, preview: await call(listImportRoutes.previewImport, { uploadId }, { signal }) }
    },
    meta: { showsItsError: true },
  })
  const take = (chosen: File) => {
    drop()
    sending.current = new AbortController()
    setFile(chosen)
    reading.mutate({ file: chosen, signal: sending.current.signal })
  }
  const drop = () => {
    sending.current?.abort()
    setFile(undefined)
    setSentShare(0)
    reading.reset()
  }
  return {
    file,
    /** 0 to 1. */
    sentShare,
    isReading: reading.isPending,
    read: reading.data,
    error: reading.error,
    take,
    drop,
  }
}
export type Spreadsheet = ReturnType<typeof useSpreadsheet>
