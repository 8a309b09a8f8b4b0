import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import { NO_COUNTS } from '@recado/shared/campaigns/ledger/counts'
import { campaignOf } from '@recado/shared/campaigns/report/view'
import type { StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { ApiError } from '@recado/shared/http/api-error'
import { beforeAll, expect, test, vi } from 'vitest'
import { call } from '../../web/src/api/call.ts'
import { newCampaign, openedFormValues } from '../../web/src/campaigns/form/campaign-values.ts'
import { useCampaignForm } from '../../web/src/campaigns/form/use-campaign-form.ts'
import { useFormSteps } from '../../web/src/campaigns/form/use-form-steps.ts'
import { useStoreCampaign } from '../../web/src/campaigns/form/use-store-campaign.ts'
import { instantOf } from '../../web/src/ui/dates.ts'
import { uploadToStorage } from '../../web/src/uploads/upload.ts'
import { aCampaign } from '../support/builders.ts'
import { mounted, showKeys } from '../support/mounted.ts'

vi.mock('../../web/src/ui/use-navigate-from-here.ts', () => ({ useNavigateFromHere: () => vi.fn() }))
vi.mock('../../web/src/api/call.ts', () => ({ call: vi.fn() }))
vi.mock('../../web/src/uploads/upload.ts', () => ({ uploadToStorage: vi.fn() }))

const ZONE = 'America/Sao_Paulo'
const CHOSEN = '2099-12-24 18:00:00'
const ID = '01JCAMPAIGNLIST00000000001'

const shown = (stored: Partial<StoredCampaign>) =>
  campaignOf(aCampaign(stored), { campaignId: 'C', ...NO_COUNTS })
const savedRequests = () =>
  vi
    .mocked(call)
    .mock.calls.filter(([route]) => route === campaignRoutes.createCampaign)
    .map(([, request]) => request)

beforeAll(showKeys)

test('the time chosen for a new campaign is saved with its draft, also if the upload of its attachment fails', async () => {
  vi.mocked(call).mockImplementation(async () => shown({ mediaName: 'oferta.png' }) as never)
  vi.mocked(uploadToStorage).mockRejectedValue(new ApiError(0, 'ERR_NETWORK', 'Nothing answered'))
  const values = newCampaign(ZONE, { whatsappId: ID, contactListId: ID })
  const filled = { ...values, name: 'Promoção', mediaName: 'oferta.png', scheduledAt: CHOSEN }
  const page = await mounted(() => {
    const form = useCampaignForm(filled, { type: 'PRIVATE', zone: ZONE, isDraft: true })
    const store = useStoreCampaign({ campaign: undefined, type: 'PRIVATE', zone: ZONE, form })
    const about = { type: 'PRIVATE', zone: ZONE, opened: undefined, search: {}, onSearch: vi.fn() } as const
    return { form, store, steps: useFormSteps({ ...about, form, store }) }
  }, {})
  await page.after(() => page.answer()?.store.setFile(new File(['png'], 'oferta.png')))
  await page.after(() => page.answer()?.steps.review())
  await page.after(() => vi.waitFor(() => expect(uploadToStorage).toHaveBeenCalled()))
  expect(page.answer()?.store.upload.error).not.toBeNull()
  expect(savedRequests()).toMatchObject([{ scheduledAt: null, draftScheduledAt: instantOf(CHOSEN, ZONE) }])
  expect(page.answer()?.form.values.scheduledAt).toBe(CHOSEN)
  await page.unmount()
})

test('the form of a draft opens with the time chosen for it while that time is to come', () => {
  const opened = (stored: Partial<StoredCampaign>, hasDialog = false) =>
    openedFormValues(shown(stored), ZONE, hasDialog).scheduledAt
  const draftScheduledAt = instantOf(CHOSEN, ZONE)
  const over = '2026-01-01T12:00:00.000Z'
  expect(opened({ draftScheduledAt })).toBe(CHOSEN)
  expect(opened({ draftScheduledAt: null })).toBeNull()
  expect(opened({ draftScheduledAt: over })).toBeNull()
  // The review of a schedule does not become one of a start.
  expect(opened({ draftScheduledAt: over }, true)).toBe('2026-01-01 09:00:00')
  expect(opened({ status: 'PROGRAMADA', scheduledAt: over })).toBe('2026-01-01 09:00:00')
  // A draft that was started at once and then cancelled.
  expect(opened({ status: 'CANCELADA', draftScheduledAt })).toBeNull()
})
