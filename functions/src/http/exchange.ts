import type { AuditEntry } from '@recado/shared/audit/audit'
import { edgeHeaders } from '@recado/shared/http/edge-headers'
import { newId } from '@recado/shared/ids'
import { cleanText, cutText } from '@recado/shared/text'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'

/** Maximum length of a stored user agent. */
const AGENT_MAX_LENGTH = 300

/** The parts of the HTTP exchange that a handler may use beyond its input and answer. */
export class Exchange {
  readonly requestId: string
  /** The client's address, as CloudFront saw it. */
  readonly address: string
  /** The address with CloudFront's location for it, and the browser's user agent. */
  readonly from: AuditEntry['from']
  readonly cookies: ReadonlyMap<string, string>
  /** The client sends the same key when it repeats a call (part 3 §1). */
  readonly idempotencyKey: string | undefined
  /** For the record that the call makes: a call that is repeated with its idempotency key has the same id (ADR 60). */
  recordId = newId()
  readonly setCookies: string[] = []
  /** Whether a call that makes something found it there already (`Route.mayExist`). */
  wasThere = false
  /** Names the call's record in the audit trail, where no call reads the record. */
  targetName: string | undefined
  /** The company the caller works in, once known. */
  companyId: string | undefined

  constructor(event: APIGatewayProxyEventV2) {
    this.requestId = event.requestContext.requestId
    this.idempotencyKey = event.headers['idempotency-key']
    this.address = event.headers[edgeHeaders.viewerAddress] ?? event.requestContext.http.sourceIp
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
