import { join } from 'node:path'
import { addressesOf, CREDENTIALS, environmentOf, REGION } from '../local/environment.ts'
import { readOptions, runningPlace, runningPorts } from '../local/layout.ts'
import { OperationError } from './command.ts'
import type { Names } from './deployment.ts'
import { localSecrets } from './secrets.ts'

/**
 * Names of the local system, by the ports it stored. Sets the environment to its emulators only. @throws
 * OperationError when it has never run
 */
export async function localNames(environment: NodeJS.ProcessEnv): Promise<Names> {
  const options = readOptions([], environment)
  const ports = await runningPorts(options.data)
  if (!ports)
    throw new OperationError(`There is no local system in ${options.data}: \`npm start\` makes one.`)
  const place = await runningPlace(options.data)
  const origin = `http://localhost:${place.port ?? options.port}`
  const told = environmentOf(
    { ...options, ...place, port: options.port, ports, origin, root: '', whatsapp: 'real', demo: false },
    '',
  )
  Object.assign(environment, told)
  const { TABLE_NAME: table = '', QUEUE_URL_PREFIX: queueUrlPrefix = '', BUCKET_NAME: bucket = '' } = told
  const { dynamodb, queues } = addressesOf({ ports, outside: place.outside })
  return {
    where: `the local system in ${options.data}`,
    origin,
    table,
    bucket,
    queueUrlPrefix,
    shards: place.shards,
    countedAfterMs: 0,
    secrets: localSecrets(join(options.data, 'keys')),
    consumers: undefined,
    client: { region: REGION, credentials: CREDENTIALS },
    endpoints: { dynamodb, queues },
  }
}
