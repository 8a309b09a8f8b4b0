import { raiseFences as raiseAll } from '@recado/shared/connections/holding'
import { type Command, EXIT, OperationError } from '../command.ts'

export const raiseFences: Command = {
  takes: '',
  args: [0, 0],
  summary: 'After a restore of the table: lets the socket service write WhatsApp’s keys again',
  details:
    'Each owner of a shard has a higher number than the one before, and the table of keys takes nothing from a lower one.\n' +
    'A restored table counts on from an older number. This sets all of them above whatever was given out; no task of the\n' +
    'socket service may run meanwhile.',
  options: {},
  optionHelp: {},
  async run({ deployment, print, confirm }) {
    if (!(await confirm(`Raise the fences of ${deployment.where}?`))) return EXIT.failed
    const held = await raiseAll(deployment.table, deployment.now())
    if (held.length > 0)
      throw new OperationError(
        `Tasks hold the shards ${held.join(' ')}: end them first, and wait a quarter of a minute.`,
      )
    print.note('All fences are raised.')
    return EXIT.done
  },
}
