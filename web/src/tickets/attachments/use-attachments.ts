import { useCallback, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { toastInfo } from '../../ui/toast.ts'
import { ATTACHMENTS_MAX, type Attachment, withFiles } from './attachment.ts'
import { jpegOfHeic } from './heic.ts'

/** The files that the user chose for the next sending. */
export function useAttachments() {
  const { t } = useTexts()
  const [attachments, setAttachments] = useState<Attachment[]>([])
  const convert = useCallback(async ({ id, file }: Attachment) => {
    const jpeg = await jpegOfHeic(file)
    setAttachments((now) =>
      now.map((one) => (one.id === id ? { ...one, file: jpeg ?? file, isConverting: false } : one)),
    )
  }, [])
  const add = useCallback(
    (files: readonly File[]) => {
      const added = withFiles(attachments, files, () => crypto.randomUUID())
      setAttachments(added.attachments)
      for (const attachment of added.attachments)
        if (attachment.isConverting && !attachments.includes(attachment)) convert(attachment)
      if (added.leftOut > 0) toastInfo(t('tickets.files.most', { count: ATTACHMENTS_MAX }), 'files-most')
    },
    [attachments, convert, t],
  )
  return { attachments, setAttachments, add }
}

export type Attachments = ReturnType<typeof useAttachments>
