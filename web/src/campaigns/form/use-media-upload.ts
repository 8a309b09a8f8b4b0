import type { Campaign } from '@recado/shared/campaigns/campaign'
import { campaignRoutes } from '@recado/shared/campaigns/routes'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { uploadToStorage } from '../../uploads/upload.ts'
import { useRefreshCampaign } from '../queries.ts'

interface MediaToSend {
  /** Several where a tag was split: each gets the file. */
  campaignIds: readonly string[]
  file: File
}

/** Sends the attachment of a campaign that is saved; leaving the page ends that. */
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
    meta: { tellsItsError: true },
  })
  return {
    send: upload.mutate,
    isSending: upload.isPending,
    error: upload.error,
    forget: upload.reset,
    /** From 0 to 1. */
    sentShare,
    cancel: () => sending.current?.abort(),
  }
}
export type MediaUpload = ReturnType<typeof useMediaUpload>

export const isCancelled = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
