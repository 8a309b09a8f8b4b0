import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

interface Asked {
  /** `DescribeStacks`, or `GET /v2/email/account` where the service has no names for its actions. */
  action: string
  region: string
  /** The request's body: parameters of the query protocol, or JSON. */
  body: string
}

interface Answer {
  status: number
  body: string
}

/** Answers by action. What has no answer is refused as AWS refuses a caller without the permission. */
export type Answers = Readonly<Record<string, (asked: Asked) => Answer>>

/** A local server in place of AWS's addresses, for AWS_ENDPOINT_URL. */
export class AwsStandIn {
  readonly url: string
  readonly asked: Asked[] = []
  answers: Answers = {}
  readonly #server = createServer(async (request, response) => {
    const asked = await read(request)
    this.asked.push(asked)
    const { status, body } = (this.answers[asked.action] ?? denied)(asked)
    const type = body.startsWith('<') ? 'text/xml' : 'application/json'
    response.writeHead(status, { 'content-type': type }).end(body)
  })

  static async start(): Promise<AwsStandIn> {
    const stand = new AwsStandIn()
    stand.#server.listen(0, '127.0.0.1')
    await once(stand.#server, 'listening')
    const address = stand.#server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    return Object.assign(stand, { url: `http://127.0.0.1:${port}` })
  }

  private constructor() {
    this.url = ''
  }

  /** The environment of a client that asks here, and of no account. */
  get environment(): Record<string, string> {
    return {
      AWS_ENDPOINT_URL: this.url,
      AWS_REGION: 'sa-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      // An error is not repeated.
      AWS_MAX_ATTEMPTS: '1',
    }
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const body = await text(request)
  const target = request.headers['x-amz-target']
  const [, , region = ''] =
    /Credential=([^,]*)/.exec(request.headers.authorization ?? '')?.[1]?.split('/') ?? []
  const named =
    typeof target === 'string' ? target.split('.').at(-1) : new URLSearchParams(body).get('Action')
  return { action: named || `${request.method} ${request.url?.split('?')[0]}`, region, body }
}

/** An answer of the query protocol. */
export const xml = (action: string, result: string) => (): Answer => ({
  status: 200,
  body: `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`,
})

export const json = (body: object) => (): Answer => ({ status: 200, body: JSON.stringify(body) })

/** An error, in the form of the request's protocol. */
export const failing =
  (code: string, message: string, status = 400) =>
  ({ body }: Asked): Answer =>
    body.includes('Action=')
      ? {
          status,
          body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
        }
      : { status, body: JSON.stringify({ __type: code, code, message }) }

const denied = (asked: Asked): Answer =>
  failing(
    asked.body.includes('Action=') ? 'AccessDenied' : 'AccessDeniedException',
    `not authorized: ${asked.action}`,
    403,
  )(asked)
