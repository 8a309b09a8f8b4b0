import { useCallback, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { toastInfo } from '../../ui/toast.ts'
import { ATTACHMENTS_MAX, type Attachment, withFiles } from './attachment.ts'

/** The files that the user chose for the next sending. */
export function useAttachments() {
  const { t } = useTexts()
  const [attachments, setAttachments] = useState<Attachment[]>([])
  const add = useCallback(
    (files: readonly File[]) => {
      const added = withFiles(attachments, files, () => crypto.randomUUID())
      setAttachments(added.attachments)
      if (added.leftOut > 0) toastInfo(t('tickets.files.most', { count: ATTACHMENTS_MAX }), 'files-most')
    },
    [attachments, t],
  )
  return { attachments, setAttachments, add }
}

export type Attachments = ReturnType<typeof useAttachments>
