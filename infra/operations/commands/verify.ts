import { campaignsAfter, getCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { getCompany } from '@recado/shared/companies/store'
import { allLists } from '@recado/shared/contact-lists/store'
import { isCompanyId, TenantTable } from '@recado/shared/table/tenant'
import { repairCampaign, verifyCampaign } from '@recado/shared/verification/campaigns'
import { repairList, verifyList } from '@recado/shared/verification/lists'
import { type DeploymentCommand, EXIT, OperationError, UsageError } from '../command.ts'

/** A stored count that differs from the rows, and its correction. */
interface Finding {
  kind: 'campaign' | 'list'
  id: string
  /** Status of the campaign. For a list: whether a job is working on it. */
  state: string
  count: string
  stored: number
  counted: number
  outcome: 'repaired' | 'left'
}

export const verify: DeploymentCommand = {
  takes: '<companyId> [campaignId]',
  args: [1, 2],
  summary: 'Compares the counts of a company’s campaigns and lists with their rows',
  details:
    'Reads every ledger and list of the company, or the ledger of one campaign. Lists each count that differs from the\n' +
    'rows, and then exits with 3. A running campaign is compared but not repaired: its counts change. A campaign whose\n' +
    'recipients were deleted cannot be compared.',
  options: { repair: { type: 'boolean' } },
  optionHelp: {
    '--repair': 'corrects counts that have not changed since the check; running campaigns stay as they are',
  },
  async run({ args, flags, deployment, print, confirm }) {
    const [companyId = '', campaignId] = args
    if (!isCompanyId(companyId)) throw new UsageError(`${companyId} is no company’s id.`)
    const table = new TenantTable(deployment.table, companyId)
    if (!(await getCompany(table))) throw new OperationError(`There is no company ${companyId}.`)
    const doesRepair = flags.has('repair')
    if (doesRepair && !(await confirm('Correct the wrong counts?'))) return EXIT.failed
    const campaigns = campaignId ? [await campaignOf(table, campaignId)] : campaignsAfter(table)
    const findings: Finding[] = []
    for await (const campaign of campaigns) findings.push(...(await ofCampaign(table, campaign, doesRepair)))
    const lists = campaignId
      ? []
      : [...(await allLists(table, 'PRIVATE')), ...(await allLists(table, 'GROUP'))]
    for (const { id } of lists) findings.push(...(await ofList(table, id, doesRepair)))
    const columns = ['kind', 'id', 'state', 'count', 'stored', 'counted', 'outcome'] as const
    print.records(findings, columns, 'All counts match the rows.')
    return findings.some(({ outcome }) => outcome === 'left') ? EXIT.found : EXIT.done
  },
}

async function campaignOf(table: TenantTable, campaignId: string): Promise<StoredCampaign> {
  const campaign = await getCampaign(table, campaignId)
  if (!campaign) throw new OperationError(`The company has no campaign ${campaignId}.`)
  return campaign
}

async function ofCampaign(
  table: TenantTable,
  campaign: StoredCampaign,
  doesRepair: boolean,
): Promise<Finding[]> {
  const found = await verifyCampaign(table, campaign)
  const { status: state, differences } = found
  if (differences.length === 0) return []
  const isRepaired = doesRepair && (await repairCampaign(table, campaign, found))
  const outcome = isRepaired ? 'repaired' : 'left'
  return differences.map((each) => ({ kind: 'campaign', id: campaign.id, state, ...each, outcome }))
}

async function ofList(table: TenantTable, id: string, doesRepair: boolean): Promise<Finding[]> {
  const found = await verifyList(table, id)
  if (!found || found.differences.length === 0) return []
  const isRepaired = doesRepair && (await repairList(table, found))
  const outcome = isRepaired ? 'repaired' : 'left'
  const state = found.isBusy ? 'busy' : 'still'
  return found.differences.map((each) => ({ kind: 'list', id, state, ...each, outcome }))
}
