import { campaignsAfter, getCampaign, type StoredCampaign } from '@recado/shared/campaigns/store'
import { repairCampaign, verifyCampaign } from '@recado/shared/campaigns/verify'
import { getCompany } from '@recado/shared/companies/store'
import { allLists } from '@recado/shared/contact-lists/store'
import { repairList, verifyList } from '@recado/shared/contact-lists/verify'
import { isCompanyId, TenantTable } from '@recado/shared/table/tenant'
import { type Command, EXIT, OperationError, UsageError } from '../command.ts'

/** A figure that is not what the rows say, and what was done about it. */
interface Finding {
  kind: 'campaign' | 'list'
  id: string
  /** How the campaign stands; of a list whether something is at work on it. */
  state: string
  count: string
  stored: number
  counted: number
  outcome: 'repaired' | 'left'
}

export const verify: Command = {
  takes: '<companyId> [campaignId]',
  args: [1, 2],
  summary: 'Compares the counts of a company’s campaigns and lists with their rows',
  details:
    'Reads every ledger and every list of the company, or of one campaign its ledger. It names each figure that is not\n' +
    'what the rows say, and ends with 3 where there is one. A campaign that runs is compared but never repaired: its\n' +
    'figures move. Of one whose recipients were deleted there is nothing left to compare.',
  options: { repair: { type: 'boolean' } },
  optionHelp: {
    '--repair':
      'puts figures right, where nothing changes them at the same moment; campaigns that run are left',
  },
  async run({ args, flags, deployment, print, confirm }) {
    const [companyId = '', campaignId] = args
    if (!isCompanyId(companyId)) throw new UsageError(`${companyId} is no company’s id.`)
    const table = new TenantTable(deployment.table, companyId)
    if (!(await getCompany(table))) throw new OperationError(`There is no company ${companyId}.`)
    const doesRepair = flags.has('repair')
    if (doesRepair && !(await confirm('Put right what is wrong?'))) return EXIT.failed
    const campaigns = campaignId ? [await campaignOf(table, campaignId)] : campaignsAfter(table)
    const findings: Finding[] = []
    for await (const campaign of campaigns) findings.push(...(await ofCampaign(table, campaign, doesRepair)))
    const lists = campaignId
      ? []
      : [...(await allLists(table, 'PRIVATE')), ...(await allLists(table, 'GROUP'))]
    for (const { id } of lists) findings.push(...(await ofList(table, id, doesRepair)))
    const columns = ['kind', 'id', 'state', 'count', 'stored', 'counted', 'outcome'] as const
    print.records(findings, columns, 'Every figure is what the rows say.')
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
