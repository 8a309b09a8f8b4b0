import { SqsQueues } from '@recado/shared/queues/sqs'
import { TenantTable } from '@recado/shared/table/tenant'
import { findByEmail, getUser } from '@recado/shared/users/store'
import { email as emailText } from '@recado/shared/users/user'
import { type DeploymentCommand, EXIT, OperationError, UsageError } from '../command.ts'

export const inviteOperator: DeploymentCommand = {
  takes: '<email>',
  args: [1, 1],
  summary: 'Sends an operator the mail with the link to choose a first password again',
  details:
    'The first deployment sends it once. If SES did not accept the sender or the recipient then, verify both and run\n' +
    'this. The link of an earlier mail becomes invalid.',
  options: {},
  optionHelp: {},
  async run({ args, deployment, print, confirm }) {
    const email = emailText.safeParse(args[0])
    if (!email.data) throw new UsageError(`${args[0]} is no e-mail address.`)
    const found = await findByEmail(deployment.table, email.data)
    const user = found && (await getUser(new TenantTable(deployment.table, found.companyId), found.userId))
    if (!found || !user?.super)
      throw new OperationError(`There is no operator ${email.data} in ${deployment.where}.`)
    if (user.passwordHash !== null)
      throw new OperationError(
        `${email.data} has a password already. The app’s login page mails a link for a forgotten one.`,
      )
    if (!(await confirm(`Mail ${email.data} a new link?`))) return EXIT.failed
    // As the first deployment does: functions/src/credentials/password-links.ts makes the mail of it.
    const { companyId, userId } = found
    const queues = new SqsQueues(deployment.queueUrl(''), deployment.shards, deployment.sqs)
    await queues.send('emails', { kind: 'password-link', companyId, userId, why: 'access' })
    print.note(`A mail for ${email.data} is queued.`)
    return EXIT.done
  },
}
