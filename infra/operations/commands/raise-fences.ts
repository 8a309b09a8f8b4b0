import { raiseFences as raiseAll } from '@recado/shared/connections/holding'
import { type DeploymentCommand, EXIT, OperationError } from '../command.ts'

export const raiseFences: DeploymentCommand = {
  takes: '',
  args: [0, 0],
  summary: 'After a restore of the table: lets the socket service write WhatsApp’s keys again',
  details:
    'Each owner of a shard has a higher number (fence) than its predecessor, and the table of keys refuses lower ones.\n' +
    'A restored table continues from an older number. This command raises all fences above the highest ever given. No\n' +
    'task of the socket service may run meanwhile.',
  options: {},
  optionHelp: {},
  async run({ deployment, print, confirm }) {
    if (!(await confirm(`Raise the fences of ${deployment.where}?`))) return EXIT.failed
    const held = await raiseAll(deployment.table, deployment.shards, deployment.now())
    if (held.length > 0)
      throw new OperationError(`Tasks hold the shards ${held.join(' ')}: stop them, and wait 15 seconds.`)
    print.note('All fences are raised.')
    return EXIT.done
  },
}
