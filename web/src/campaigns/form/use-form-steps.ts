import type { Campaign, CampaignType } from '@recado/shared/campaigns/contract/campaign'
import { can } from '@recado/shared/campaigns/contract/machine'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { focusFirstError } from '../../ui/form.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { type CampaignValues, campaignFormValues } from './campaign-values.ts'
import type { FormSearch } from './form-search.ts'
import { useStartCampaigns } from './queries.ts'
import type { SectionProps } from './use-campaign-form.ts'
import { useFormPlaces } from './use-form-places.ts'
import type { OnStored, StoreCampaign } from './use-store-campaign.ts'

interface Steps {
  type: CampaignType
  zone: string
  /** The campaign that the page was opened for; undefined for a new one. */
  opened: Campaign | undefined
  form: SectionProps['form']
  store: StoreCampaign
  search: FormSearch
  onSearch: (search: FormSearch) => void
}

/**
 * What the form's buttons do. A start and a schedule are reviewed first. A new campaign or a draft is saved as a draft
 * before its review, so that closing the page loses nothing. A scheduled campaign is changed only after its review.
 */
export function useFormSteps({ type, zone, opened, form, store, search, onSearch }: Steps) {
  const { t } = useTexts()
  const [isLeaving, setIsLeaving] = useState(false)
  const places = useFormPlaces(type, zone, () => setIsLeaving(true))
  const run = useStartCampaigns()
  const { stored } = store
  const isDirty = (form.isDirty() || store.file !== undefined) && !isLeaving
  const isUnsaved = !stored || isDirty
  const isDraft = !stored || stored.status === 'INATIVA'
  const isNewToTag = !stored && form.values.recipientsFrom === 'tag'
  const open = (dialog: FormSearch['dialog']) => onSearch({ ...search, dialog })

  /** Goes on with the saved values in this form. */
  const stay =
    (dialog?: FormSearch['dialog']): OnStored =>
    (saved, ids) => {
      // A split made several campaigns, so there is no single one to stay with.
      if (ids.length > 1) return places.toList(saved, ids.length, null)
      form.setInitialValues(campaignFormValues(saved, zone))
      form.reset()
      const { message, confirmation } = search
      if (opened) return open(dialog)
      return places.toEdit(saved.id, { message, confirmation, dialog })
    }
  /** A draft keeps the chosen time for its form. A schedule that is taken back is forgotten. */
  const saveDraft = (values: CampaignValues, onStored: OnStored) => {
    const draftScheduledAt = isDraft ? values.scheduledAt : null
    store.store({ ...values, scheduledAt: null, draftScheduledAt }, onStored)
  }

  const start = (ids: readonly string[], saved: Campaign) =>
    run.mutate(ids, {
      onSuccess: () => {
        if (ids.length > 1) return places.toList(saved, ids.length, null)
        toastSuccess(t('campaigns.start.done'), `start-${saved.id}`)
        return places.toReport(saved.id)
      },
    })
  /** The stored time of a scheduled campaign stays until it starts. */
  const timeBefore = () => (stored && !isDraft ? campaignFormValues(stored, zone).scheduledAt : null)

  return {
    isDirty,
    isUnsaved,
    /** Not for a scheduled campaign: a test would first save the form, and so change the scheduled messages. */
    mayTest: !isUnsaved || isDraft || can(stored, 'restart'),
    isBusy: store.isBusy || run.isPending || isLeaving,
    error: store.error ?? store.upload.error ?? run.error,
    // After a reload, the form of a new campaign is empty. A failed upload is repeated in the form, behind the dialog.
    dialog: (stored || form.isDirty()) && !store.upload.error ? search.dialog : undefined,
    close: () => {
      store.forgetError()
      run.reset()
      open(undefined)
    },
    saveDraft: form.onSubmit(
      (values) =>
        saveDraft(values, (saved, ids) => {
          if (ids.length === 1) toastSuccess(t('campaigns.form.saved'), `saved-${saved.id}`)
          stay()(saved, ids)
        }),
      focusFirstError,
    ),
    saveMessages: form.onSubmit(
      (values) => store.store(values, (saved, ids) => places.toList(saved, ids.length, null)),
      focusFirstError,
    ),
    test: form.onSubmit((values) => {
      if (!isUnsaved) open('test')
      else if (isDraft) saveDraft(values, stay('test'))
      else store.store(values, stay('test'))
    }, focusFirstError),
    review: form.onSubmit((values) => {
      if (isDraft && isUnsaved && !isNewToTag) saveDraft(values, stay('review'))
      else open('review')
    }, focusFirstError),
    /** Starts or schedules the reviewed campaign. */
    confirm: () => {
      const values = form.getValues()
      const time = values.scheduledAt
      if (time) store.store(values, (saved, ids) => places.toList(saved, ids.length, time), true)
      else if (stored && !isDirty) start([stored.id], stored)
      else store.store({ ...values, scheduledAt: timeBefore() }, (saved, ids) => start(ids, saved), true)
    },
  }
}

export type FormSteps = ReturnType<typeof useFormSteps>
