import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const PACKAGE = `@dynoxide/${process.platform}-${process.arch}`

/**
 * The command of the DynamoDB emulator for this machine. @throws Error with the alternative when there is no
 * emulator
 */
export function dynamodbCommand(database: string, port: number): { command: string; args: string[] } {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)
    const args = ['serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', database]
    return { command: join(dirname(manifest), 'dynoxide'), args }
  } catch (cause) {
    throw new Error(
      `There is no ${PACKAGE}, the DynamoDB emulator, for this machine. Run another one and name it: ` +
        '`docker compose up --detach` and AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:4566 npm start',
      { cause },
    )
  }
}
