import { contactListRoutes } from '@recado/shared/contact-lists/routes'
import type { ImportPreview } from '@recado/shared/imports/import'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { uploadToStorage } from '../uploads/upload.ts'

/** A spreadsheet that lies in storage, with how it would be read. */
export interface ReadSpreadsheet {
  uploadId: string
  preview: ImportPreview
}

/** A chosen spreadsheet is sent and looked into at once; another choice, or leaving, ends that. */
export function useSpreadsheet() {
  const [file, setFile] = useState<File>()
  const [sentShare, setSentShare] = useState(0)
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  const reading = useMutation({
    mutationFn: async ({ file, signal }: { file: File; signal: AbortSignal }): Promise<ReadSpreadsheet> => {
      const uploadId = await uploadToStorage(file, { purpose: 'import', signal, onProgress: setSentShare })
      return { uploadId, preview: await call(contactListRoutes.previewImport, { uploadId }, { signal }) }
    },
    meta: { tellsItsError: true },
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
    /** From 0 to 1. */
    sentShare,
    isReading: reading.isPending,
    read: reading.data,
    error: reading.error,
    take,
    drop,
  }
}
export type Spreadsheet = ReturnType<typeof useSpreadsheet>
