import type { AuditEntry } from '@recado/shared/audit/audit'
import { cleanText, cutText } from '@recado/shared/text'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'

/** A browser's description of itself is cut here. */
const AGENT_MAX_LENGTH = 300

/** What a handler may see and say of the HTTP exchange beyond its input and answer. */
export class Exchange {
  readonly requestId: string
  /** The client's address, as CloudFront saw it. */
  readonly address: string
  /** The same with the place that CloudFront takes it for, and what the browser calls itself. */
  readonly from: AuditEntry['from']
  readonly cookies: ReadonlyMap<string, string>
  readonly setCookies: string[] = []
  /** The company that the caller works in, once that is known. */
  companyId: string | undefined

  constructor(event: APIGatewayProxyEventV2) {
    this.requestId = event.requestContext.requestId
    const viewer = event.headers['cloudfront-viewer-address']
    // CloudFront adds the port: `203.0.113.7:4711`, and so it does for IPv6.
    this.address = viewer?.replace(/:\d+$/, '') ?? event.requestContext.http.sourceIp
    const { 'cloudfront-viewer-city': city, 'cloudfront-viewer-country': country } = event.headers
    const place = [city, country].filter(Boolean).join(', ')
    const agent = event.headers['user-agent']
    this.from = {
      address: this.address,
      place: place || null,
      agent: agent === undefined ? null : cutText(cleanText(agent), AGENT_MAX_LENGTH),
    }
    this.cookies = new Map(
      (event.cookies ?? []).map((cookie) => {
        const [name = '', ...value] = cookie.split('=')
        return [name.trim(), value.join('=')]
      }),
    )
  }
}
