import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { uploadToStorage } from '../../uploads/upload.ts'
import { useRefreshCampaign } from '../queries.ts'

interface MediaToSend {
  /** Several campaigns after a tag was split; each gets the file. */
  campaignIds: readonly string[]
  file: File
}

/** Uploads the attachment of a saved campaign. Leaving the page cancels the upload. */
export function useMediaUpload() {
  const refresh = useRefreshCampaign()
  const [sentShare, setSentShare] = useState(0)
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  const upload = useMutation({
    mutationFn: async ({ campaignIds, file }: MediaToSend): Promise<Campaign | undefined> => {
      const controller = new AbortController()
      sending.current = controller
      const { signal } = controller
      setSentShare(0)
      const uploadId = await uploadToStorage(file, {
        purpose: 'campaign-media',
        signal,
        onProgress: setSentShare,
      })
      const changed: Campaign[] = []
      for (const campaignId of campaignIds) {
        const media = { campaignId, uploadId, fileName: file.name }
        changed.push(await call(campaignRoutes.uploadCampaignMedia, media, { signal }))
      }
      return changed[0]
    },
    onSuccess: (changed) => changed && refresh(changed),
    meta: { showsItsError: true },
  })
  return {
    send: upload.mutate,
    isSending: upload.isPending,
    error: upload.error,
    forget: upload.reset,
    /** 0 to 1. */
    sentShare,
    cancel: () => sending.current?.abort(),
  }
}
export type MediaUpload = ReturnType<typeof useMediaUpload>

export const isCancelled = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
