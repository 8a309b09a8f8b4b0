import type { Campaign, CampaignType } from '@recado/shared/campaigns/campaign'
import { can } from '@recado/shared/campaigns/machine'
import { ApiError } from '@recado/shared/http/client'
import { useRef, useState } from 'react'
import { showRefusals } from '../../ui/form.ts'
import { type CampaignValues, requestOf, textsOf } from './campaign-values.ts'
import { type CampaignToSave, useSaveCampaign } from './queries.ts'
import type { SectionProps } from './use-campaign-form.ts'
import { useMediaUpload } from './use-media-upload.ts'

/** Refusals of the server that are about one field. */
const FIELD_OF_CODE = {
  ERR_CAMPAIGN_SCHEDULE_PAST: 'scheduledAt',
  ERR_CAMPAIGN_EMPTY: 'messages',
  ERR_CAMPAIGN_CONFIRMATION_EMPTY: 'confirmations',
  ERR_WAPP_INVALID_CONTACT: 'contactNumber',
  ERR_NO_WAPP_FOUND: 'whatsappId',
  ERR_NO_CONTACT_LIST_FOUND: 'contactListId',
  ERR_NO_QUEUE_FOUND: 'queueId',
  ERR_NO_TAG_FOUND: 'tagId',
  ERR_TAG_EMPTY: 'tagId',
  ERR_TAG_TOO_LARGE: 'tagId',
}

/** Into how many campaigns a tag is to be split. */
export interface Split {
  name: string
  contacts: number
  parts: number
}

interface ToStore {
  /** As it is stored; undefined for a new one. */
  campaign: Campaign | undefined
  type: CampaignType
  zone: string
  form: SectionProps['form']
}

/**
 * Saves the campaign first and sends its attachment then: a file that does not arrive leaves a campaign that is
 * saved, and can be sent again.
 */
export function useStoreCampaign({ campaign, type, zone, form }: ToStore) {
  const save = useSaveCampaign()
  const upload = useMediaUpload()
  /** Chosen and not sent yet. */
  const [file, setFile] = useState<File>()
  const [created, setCreated] = useState<Campaign>()
  const stored = campaign ?? created
  /** The campaigns that came of it: several where a tag was split. */
  const partIds = useRef<readonly string[]>([])
  const [split, setSplit] = useState<Split>()
  /** What was to follow, also where the file arrives only at a later try; with how many campaigns there are. */
  const afterwards = useRef<(campaign: Campaign, parts: number) => void>(undefined)

  const sendFile = (saved: Campaign) => {
    const campaignIds = partIds.current.length > 0 ? partIds.current : [saved.id]
    if (!file) return afterwards.current?.(saved, campaignIds.length)
    upload.send(
      { campaignIds, file },
      {
        onSuccess: (changed) => {
          setFile(undefined)
          afterwards.current?.(changed ?? saved, campaignIds.length)
        },
      },
    )
  }
  const send = (values: CampaignValues, confirmSplit: boolean) =>
    save.mutate(toSave(values, { stored, file, type, zone, confirmSplit }), {
      onError: (error) => {
        setSplit(splitOf(error, values.name))
        showRefusals(form, error, FIELD_OF_CODE)
      },
      onSuccess: (saved) => {
        setSplit(undefined)
        if ('partIds' in saved) partIds.current = saved.partIds
        setCreated(saved)
        sendFile(saved)
      },
    })
  return {
    /** A question that is open; nothing has been made yet. */
    split,
    agreeToSplit: () => send(form.getValues(), true),
    forgetSplit: () => setSplit(undefined),
    file,
    setFile: (chosen: File | undefined) => {
      upload.forget()
      setFile(chosen)
    },
    upload,
    stored,
    error: splitOf(save.error, '') ? null : save.error,
    isBusy: save.isPending || upload.isSending,
    /** Saves what the form says; `onStored` is called once the file has arrived too. */
    store: (values: CampaignValues, onStored: (campaign: Campaign, parts: number) => void) => {
      if (save.isPending || upload.isSending) return
      upload.forget()
      afterwards.current = onStored
      send(values, false)
    },
    sendAgain: () => {
      if (stored) sendFile(stored)
    },
  }
}

export type StoreCampaign = ReturnType<typeof useStoreCampaign>

interface About {
  stored: Campaign | undefined
  file: File | undefined
  type: CampaignType
  zone: string
  confirmSplit: boolean
}

/** Everything of a new or planned campaign; connection and messages of a cancelled one. */
function toSave(values: CampaignValues, { stored, file, type, zone, confirmSplit }: About): CampaignToSave {
  const request = { ...requestOf(values, type, zone), ...mediaNameOf(values, stored, file) }
  if (!stored) return { input: request, confirmSplit }
  const { type: _, recipientsFrom: __, ...change } = request
  const isOpen = can(stored, 'edit')
  return {
    campaignId: stored.id,
    change: isOpen ? change : { ...openWhenCancelled(values), ...mediaNameOf(values, stored, file) },
  }
}

/** A file is announced before it is sent; one that lies there already stays until another has arrived. */
function mediaNameOf({ mediaName }: CampaignValues, stored: Campaign | undefined, file: File | undefined) {
  if (mediaName === null) return stored?.mediaName ? { mediaName } : {}
  return file && !stored?.mediaPath ? { mediaName: file.name } : {}
}

const openWhenCancelled = (values: CampaignValues) => ({
  whatsappId: values.whatsappId,
  mediaMode: values.mediaMode,
  ...textsOf(values),
})

/** What the server says of a tag that makes several campaigns; undefined for every other refusal. */
function splitOf(error: unknown, name: string): Split | undefined {
  if (!(error instanceof ApiError) || error.code !== 'ERR_TAG_SPLIT') return undefined
  const countOf = (what: string) => Number(error.details.find(({ path }) => path === what)?.code ?? 0)
  return { name, contacts: countOf('contacts'), parts: countOf('parts') }
}
