import { chooseDeployment, deploymentsFolder, readDeployment } from '../../src/deployment-files.ts'
import type { Settings } from '../../src/settings.ts'
import { type BareCommand, EXIT } from '../command.ts'
import { checkBootstrap, checkCredentials, checkEcsRole } from '../preflight/account.ts'
import { checkDmarc } from '../preflight/dmarc.ts'
import { checkDocker } from '../preflight/docker.ts'
import { checkDomain } from '../preflight/domain.ts'
import { type Finding, finding } from '../preflight/finding.ts'
import { checkOperator, checkProduction, checkRecipient, checkSender } from '../preflight/mail.ts'
import { checkConcurrency, checkFargate } from '../preflight/quotas.ts'

/** Region of CloudFront's certificate and web ACL. */
const EDGE_REGION = 'us-east-1'

export const preflight: BareCommand = {
  takes: '[deployment]',
  args: [0, 1],
  summary: 'Before the first deployment: checks what it needs from the account and this machine',
  details:
    'The settings are those of deployments/<deployment>.json. Exits with 3 if something is missing. What the credentials\n' +
    'may not read is unknown.',
  options: { fix: { type: 'boolean' } },
  optionHelp: { '--fix': 'creates the service-linked role of ECS if it is missing' },
  async runBare({ args, name, flags, print, confirm }) {
    const folder = deploymentsFolder(process.env)
    const settings = readDeployment(chooseDeployment(args[0] ?? name, folder), folder)
    const isFixing =
      flags.has('fix') && (await confirm('Create the service-linked role of ECS if it is missing?'))
    const findings = await checkAll(settings, isFixing)
    print.records(findings, ['state', 'check', 'found', 'mend'], 'Nothing was checked.')
    return findings.some(({ state }) => state === 'missing') ? EXIT.found : EXIT.done
  },
}

async function checkAll(settings: Settings, isFixing: boolean): Promise<Finding[]> {
  const { region, domain, emailFrom } = settings
  const atTheEdge = domain && region !== EDGE_REGION ? [EDGE_REGION] : []
  let account: string | undefined
  const credentials = await finding('credentials', async () => {
    const { account: own, ...found } = await checkCredentials(region)
    account = own
    return found
  })
  return Promise.all([
    finding('operator', () => checkOperator(settings)),
    credentials,
    ...[region, ...atTheEdge].map((one) =>
      finding(`bootstrap in ${one}`, () => checkBootstrap(settings, one, account)),
    ),
    ...(domain ? [finding('domain', () => checkDomain(settings, domain))] : []),
    finding('role of ECS', () => checkEcsRole(region, isFixing)),
    finding('Lambda quota', () => checkConcurrency(region)),
    finding('Fargate quota', () => checkFargate(settings)),
    finding('SES access', () => checkProduction(settings)),
    finding('SES sender', () => checkSender(settings)),
    finding('SES recipient', () => checkRecipient(settings)),
    ...(emailFrom ? [finding('DMARC', () => checkDmarc(settings, emailFrom))] : []),
    finding('docker', () => checkDocker(settings)),
  ])
}
