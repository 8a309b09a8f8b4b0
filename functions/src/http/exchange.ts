import type { APIGatewayProxyEventV2 } from 'aws-lambda'

/** What a handler may see and say of the HTTP exchange beyond its input and answer. */
export class Exchange {
  readonly requestId: string
  /** The client's address, as CloudFront saw it. */
  readonly address: string
  readonly cookies: ReadonlyMap<string, string>
  readonly setCookies: string[] = []

  constructor(event: APIGatewayProxyEventV2) {
    this.requestId = event.requestContext.requestId
    const viewer = event.headers['cloudfront-viewer-address']
    // CloudFront adds the port: `203.0.113.7:4711`, and so it does for IPv6.
    this.address = viewer?.replace(/:\d+$/, '') ?? event.requestContext.http.sourceIp
    this.cookies = new Map(
      (event.cookies ?? []).map((cookie) => {
        const [name = '', ...value] = cookie.split('=')
        return [name.trim(), value.join('=')]
      }),
    )
  }
}
