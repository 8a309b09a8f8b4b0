import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { useEffect, useState } from 'react'

interface PreviewMedia {
  type: string
  bytes: number
  /** The file's address; null while the browser cannot show it. */
  url: string | null
}

/** The attachment for the preview: the chosen file, else the stored one. */
export function usePreviewMedia(
  mediaName: string | null,
  file: File | undefined,
  stored: CampaignReport | undefined,
): PreviewMedia | undefined {
  const [fileUrl, setFileUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setFileUrl(url)
    return () => {
      setFileUrl(null)
      URL.revokeObjectURL(url)
    }
  }, [file])

  if (mediaName === null) return undefined
  if (file) return { type: file.type || 'application/octet-stream', bytes: file.size, url: fileUrl }
  if (!stored?.mediaPath || !stored.mediaType) return undefined
  return { type: stored.mediaType, bytes: 0, url: stored.mediaUrl }
}
