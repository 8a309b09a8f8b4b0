import { type DeploymentCommand, EXIT, OperationError } from '../command.ts'
import { consumersOf } from './pause.ts'

export const resume: DeploymentCommand = {
  takes: '',
  args: [0, 0],
  summary: 'Starts everything that `ops pause` stopped, as it was before',
  details: 'The event sources of the workers, the minute rule, and the tasks of the socket service.',
  options: {},
  optionHelp: {},
  async run({ deployment, print, confirm }) {
    const consumers = consumersOf(deployment)
    if (!(await confirm(`Start the processing of ${deployment.where} again?`))) return EXIT.failed
    if (!(await consumers.start())) throw new OperationError(`${deployment.where} is not paused.`)
    print.note(`${deployment.where} processes again. \`ops tasks\` shows the socket service's tasks.`)
    return EXIT.done
  },
}
