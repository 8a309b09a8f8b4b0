import type { Campaign, CampaignType } from '@recado/shared/campaigns/contract/campaign'
import { can } from '@recado/shared/campaigns/contract/machine'
import { ApiError } from '@recado/shared/http/api-error'
import { useEffect, useRef, useState } from 'react'
import { showRefusals } from '../../ui/form.ts'
import { type CampaignValues, campaignRequestOf, sentTexts, type ValuesToSave } from './campaign-values.ts'
import { type CampaignToSave, useSaveCampaign } from './queries.ts'
import type { SectionProps } from './use-campaign-form.ts'
import { useMediaUpload } from './use-media-upload.ts'

/** The field that each error code is about. */
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

/** A tag that has to be split, and the number of campaigns. */
export interface Split {
  name: string
  contacts: number
  parts: number
}

/** Called with a saved campaign, and the ids of all campaigns that it was split into, in order. */
export type OnStored = (campaign: Campaign, ids: readonly string[]) => void

interface ToStore {
  /** The stored campaign; undefined for a new one. */
  campaign: Campaign | undefined
  type: CampaignType
  zone: string
  form: SectionProps['form']
}

/**
 * Saves the campaign first and uploads its attachment afterwards. If the upload fails, the campaign is saved and
 * the file can be sent again.
 */
export function useStoreCampaign({ campaign, type, zone, form }: ToStore) {
  const save = useSaveCampaign()
  const upload = useMediaUpload()
  /** The chosen file, until it is uploaded. */
  const [file, setFile] = useState<File>()
  const [created, setCreated] = useState<Campaign>()
  const stored = campaign ?? created
  /** Ids of the saved campaigns: several after a split. */
  const partIds = useRef<readonly string[]>([])
  const [split, setSplit] = useState<Split>()
  /** Runs after the upload, even if only a later try succeeds. */
  const afterwards = useRef<OnStored>(undefined)
  const sent = useRef<ValuesToSave>(undefined)
  /** The form's values at the last save. */
  const typed = useRef<CampaignValues>(undefined)
  const isBusy = save.isPending || upload.isSending
  /** True from the call on: a second click may come before the first one is drawn. */
  const isStoring = useRef(false)
  useEffect(() => {
    isStoring.current = isBusy
  })

  const sendFile = (saved: Campaign) => {
    const campaignIds = partIds.current.length > 0 ? partIds.current : [saved.id]
    if (!file) return afterwards.current?.(saved, campaignIds)
    upload.send(
      { campaignIds, file },
      {
        onSuccess: (changed) => {
          setFile(undefined)
          setCreated(changed ?? saved)
          afterwards.current?.(changed ?? saved, campaignIds)
        },
      },
    )
  }
  const send = (values: ValuesToSave, confirmSplit: boolean) => {
    if (isStoring.current) return
    isStoring.current = true
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
  }
  return {
    /** The open question about a split. Nothing is saved before its answer. */
    split,
    agreeToSplit: () => send(sent.current ?? form.getValues(), true),
    forgetSplit: () => setSplit(undefined),
    file,
    setFile: (chosen: File | undefined) => {
      upload.forget()
      setFile(chosen)
    },
    upload,
    stored,
    error: splitOf(save.error, '') ? null : save.error,
    isBusy,
    /**
     * Saves values of the form. `onStored` is called when the file is uploaded too.
     * @param confirmSplit the user already agreed to several campaigns
     */
    store: (values: ValuesToSave, onStored: OnStored, confirmSplit = false) => {
      if (isStoring.current) return
      upload.forget()
      afterwards.current = onStored
      sent.current = values
      typed.current = form.getValues()
      send(values, confirmSplit)
    },
    forgetError: () => {
      save.reset()
      upload.forget()
    },
    sendAgain: () => {
      // The next step would lose text typed after the save.
      if (form.getValues() !== typed.current) afterwards.current = undefined
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

/** All fields of a new or scheduled campaign; only connection and messages of a cancelled one. */
function toSave(values: ValuesToSave, { stored, file, type, zone, confirmSplit }: About): CampaignToSave {
  const request = { ...campaignRequestOf(values, type, zone), ...mediaNameOf(values, stored, file) }
  if (!stored) return { input: request, confirmSplit }
  const { type: _, recipientsFrom: __, ...change } = request
  const isOpen = can(stored, 'edit')
  return {
    campaignId: stored.id,
    change: isOpen ? change : { ...openWhenCancelled(values), ...mediaNameOf(values, stored, file) },
  }
}

/** The file's name is saved before its upload. A stored file keeps its name until a new one is uploaded. */
function mediaNameOf({ mediaName }: CampaignValues, stored: Campaign | undefined, file: File | undefined) {
  if (mediaName === null) return stored?.mediaName ? { mediaName } : {}
  return file && !stored?.mediaPath ? { mediaName: file.name } : {}
}

const openWhenCancelled = (values: CampaignValues) => ({
  whatsappId: values.whatsappId,
  mediaMode: values.mediaMode,
  ...sentTexts(values),
})

/** The split that the server asks for; undefined for any other error. */
function splitOf(error: unknown, name: string): Split | undefined {
  if (!(error instanceof ApiError) || error.code !== 'ERR_TAG_SPLIT') return undefined
  const countOf = (what: string) => Number(error.details.find(({ path }) => path === what)?.code ?? 0)
  return { name, contacts: countOf('contacts'), parts: countOf('parts') }
}
