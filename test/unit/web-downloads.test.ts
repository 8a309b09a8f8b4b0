import { allRoutes } from '@recado/shared/api/routes'
import { auditRoutes } from '@recado/shared/audit/routes'
import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import { contactListRoutes } from '@recado/shared/contact-lists/routes'
import { contactRoutes } from '@recado/shared/contacts/routes'
import { deskReportRoutes } from '@recado/shared/desk-report/routes'
import { extractorRoutes } from '@recado/shared/extractors/routes'
import type { Route } from '@recado/shared/http/contract'
import { blockImportRoutes, contactImportRoutes, listImportRoutes } from '@recado/shared/imports/routes'
import i18next from 'i18next'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useAuditDownload } from '../../web/src/audit/queries.ts'
import { useCampaignDownload } from '../../web/src/campaigns/report/queries.ts'
import { useGroupDownload, useListDownload } from '../../web/src/contact-lists/queries.ts'
import { useContactsDownload } from '../../web/src/contacts/queries.ts'
import { useReportDownload } from '../../web/src/desk-report/queries.ts'
import { useExtractedContactsDownload } from '../../web/src/extractors/queries.ts'
import { useRefusedRowsDownload } from '../../web/src/imports/queries.ts'
import { mounted, showKeys } from '../support/mounted.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/ui/save-file.ts', () => ({ saveBlob: () => undefined }))

beforeEach(async () => {
  call.mockReset().mockResolvedValue({ fileName: 'a.xlsx', contentType: '', bytes: new Uint8Array() })
  await showKeys()
})

const DAYS = { from: '2026-11-01', to: '2026-11-21' }

/** A hook that downloads what is wanted, and the call that it makes. */
function aDownload<W>(
  useIt: () => { mutateAsync: (wanted: W) => Promise<void> },
  wanted: W,
  route: Route,
  request: object,
) {
  const useWanted = () => {
    const { mutateAsync } = useIt()
    return () => mutateAsync(wanted)
  }
  return [route.path, useWanted, route, request] as const
}

const ofList = () => useRefusedRowsDownload({ kind: 'list', contactListId: 'L' })
const ofContacts = () => useRefusedRowsDownload({ kind: 'contacts' })
const ofBlocks = () => useRefusedRowsDownload({ kind: 'blocks' })
const DOWNLOADS = [
  aDownload(useListDownload, 'L', contactListRoutes.exportContactList, { contactListId: 'L' }),
  aDownload(useGroupDownload, 'G', extractorRoutes.exportGroup, { groupId: 'G' }),
  aDownload(useExtractedContactsDownload, 'W', extractorRoutes.exportExtractedContacts, { whatsappId: 'W' }),
  aDownload(useContactsDownload, undefined, contactRoutes.exportContacts, {}),
  aDownload(useAuditDownload, { domain: 'tags' }, auditRoutes.exportAudit, { domain: 'tags' }),
  aDownload(useCampaignDownload, 'C', campaignRoutes.exportCampaign, { campaignId: 'C' }),
  aDownload(useReportDownload, DAYS, deskReportRoutes.exportDeskReport, DAYS),
  aDownload(ofList, 'I', listImportRoutes.refusedRows, { contactListId: 'L', importId: 'I' }),
  aDownload(ofContacts, 'I', contactImportRoutes.refusedContactsRows, { importId: 'I' }),
  aDownload(ofBlocks, 'I', blockImportRoutes.refusedContactBlockRows, { importId: 'I' }),
]

test.each(DOWNLOADS)(
  'the app asks for %s in the language of the page',
  async (_, useWanted, route, request) => {
    await i18next.changeLanguage('es')
    onTestFinished(() => void i18next.changeLanguage('pt'))
    const { answer, after, unmount } = await mounted(useWanted, {})
    await after(() => answer()?.())
    expect(call.mock.calls).toEqual([[route, { ...request, language: 'es' }]])
    await unmount()
  },
)

test('the page uses each call for a spreadsheet that takes a language, except the calls that send the people along', () => {
  const asked = DOWNLOADS.map(([, , route]) => route)
  const others = allRoutes().filter(({ route }) => route.query?.shape.language && !asked.includes(route))
  expect(others.map(({ name }) => name).sort()).toEqual(['exportGroupContacts', 'exportGroupContactsByGet'])
})
