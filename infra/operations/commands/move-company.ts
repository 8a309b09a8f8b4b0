import { getRegistered } from '@recado/shared/companies/register/register-store'
import { getCompany } from '@recado/shared/companies/store'
import { isCompanyId } from '@recado/shared/table/tenant'
import { type Call, type DeploymentCommand, EXIT, type Exit, OperationError, UsageError } from '../command.ts'
import { openOther } from '../deployment.ts'
import { abandonMove } from '../moving/abandon.ts'
import { checkMove } from '../moving/checks.ts'
import { goOn } from '../moving/move.ts'
import { type Move, moveKey } from '../moving/record.ts'
import { type Sides, sideOf } from '../moving/side.ts'
import { stateBefore } from '../moving/stop-source.ts'

export const moveCompany: DeploymentCommand = {
  takes: '<companyId>',
  args: [1, 1],
  summary: 'Moves a company with everything it has to another deployment',
  details:
    'Without --apply it only checks. It pauses the company’s campaigns, switches the company off, copies its rows and\n' +
    'files, compares both sides, unlinks its WhatsApp accounts, opens the company at the target under the same id, and\n' +
    'archives it here. Its users sign in with the same passwords. Each account needs a new QR code there. An interrupted\n' +
    'move is continued by the same command.',
  options: { to: { type: 'string' }, apply: { type: 'boolean' }, abandon: { type: 'boolean' } },
  optionHelp: {
    '--to <deployment>': 'the target: its name, or with --local the folder of its data',
    '--apply': 'moves the company',
    '--abandon': 'undoes a move whose accounts are still linked: the company works here as before',
  },
  async run(call) {
    const sides = await sidesOf(call)
    const { companyId, source, target } = sides
    const { print, confirm, flags } = call
    const move = await source.platform.get(moveKey(companyId))
    if (move && move.step !== 'moved' && move.to !== target.deployment.origin)
      throw new OperationError(
        `The company is being moved to ${move.to}: complete or abandon that move first.`,
      )
    const underWay = move && move.step !== 'moved' ? move : undefined
    if (flags.has('abandon')) return abandon(call, sides, underWay)
    if (move?.step === 'moved' && (await isArchivedHere(sides))) {
      print.note(`The company was moved to ${move.to}.`)
      return EXIT.done
    }
    const findings = await checkMove(sides, underWay)
    const isPossible = findings.every(({ state }) => state !== 'missing')
    if (!isPossible || !flags.has('apply')) {
      print.records(findings, ['state', 'check', 'found', 'mend'], '')
      print.note(
        `Nothing was changed. ${isPossible ? '--apply moves the company.' : 'Mend what is missing first.'}`,
      )
      return isPossible ? EXIT.done : EXIT.found
    }
    if (!(await confirm(`Move ${companyId} from ${source.deployment.where} to ${target.deployment.where}?`)))
      return EXIT.failed
    await complete(call, sides, underWay ?? (await begun(sides)))
    return EXIT.done
  },
}

async function sidesOf({ args, values, flags, deployment, isLocal }: Call): Promise<Sides> {
  const [companyId = ''] = args
  if (!isCompanyId(companyId)) throw new UsageError(`${companyId} is no company’s id.`)
  const to = values.get('to')
  if (!to) throw new UsageError('Where to? --to names the target deployment.')
  if (flags.has('apply') && flags.has('abandon')) throw new UsageError('Either --apply or --abandon.')
  const other = await openOther(to, { isLocal })
  if (other.where === deployment.where) throw new OperationError(`The company is in ${to} already.`)
  const [source, target] = [sideOf(deployment, companyId), sideOf(other, companyId)]
  // The register has no row for the platform’s own company, which stays where it is.
  if (!(await getRegistered(source.platform, companyId)) || !(await getCompany(source.table)))
    throw new OperationError(`There is no company ${companyId} in ${deployment.where}.`)
  return { companyId, source, target }
}

const isArchivedHere = async ({ source }: Sides): Promise<boolean> =>
  (await getCompany(source.table))?.instanceId !== null

/** Records the move with the state of the company before it. */
async function begun({ companyId, source, target }: Sides): Promise<Move> {
  const company = await getCompany(source.table)
  if (!company) throw new OperationError(`There is no company ${companyId}.`)
  const move: Move = {
    companyId,
    to: target.deployment.origin,
    step: 'stopping',
    ...(await stateBefore(source, company)),
    startedAt: new Date(source.deployment.now()).toISOString(),
  }
  await source.platform.put({ ...move, ...moveKey(companyId) })
  return move
}

async function complete({ print }: Call, sides: Sides, move: Move): Promise<void> {
  const compared = await goOn(sides, move, print)
  print.records(
    compared,
    ['rows', 'source', 'target', 'sourceHash', 'targetHash'],
    'Nothing was left to compare.',
  )
  print.note(
    `The company works at ${sides.target.deployment.origin}. Link its accounts there (Conexões, Novo QR Code), then resume its campaigns. It is archived here: delete it when it is no longer needed.`,
  )
}

async function abandon({ print, confirm }: Call, sides: Sides, move: Move | undefined): Promise<Exit> {
  if (!move) throw new OperationError('No move of this company is under way.')
  if (!(await confirm('Delete the copy, and let the company work here as before?'))) return EXIT.failed
  await abandonMove(sides, move, print)
  print.note('The move is abandoned.')
  return EXIT.done
}
