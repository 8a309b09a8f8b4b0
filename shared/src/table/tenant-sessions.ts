import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { givesUp } from '../aws-requests.ts'
import { givenByAws } from '../secrets/given.ts'

/** The longest session of a role assumed by another role, in seconds (AWS limit). */
const SESSION_SECONDS = 3600

/** A session is not handed out any more so long before its end, in milliseconds: the SDK asks for the next one then. */
const RENEWED_MS = 5 * 60_000

/** So many companies' sessions are kept, at some two kilobytes each; the oldest makes room. */
const MOST_KEPT = 5000

interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
  expiration: Date
}

interface Session {
  credentials: Promise<Credentials>
  /** Its end, in milliseconds since 1970. */
  until: number
}

/**
 * Rights for one company only: a role whose policy allows the rows and files that begin with the id its session is tagged
 * with (infra/src/constructs/tenant-roles.ts). It is the second barrier behind {@link TenantTable}: a mistake in this
 * code's keys does not open it.
 */
export class TenantSessions {
  readonly #client = new STSClient({ requestHandler: givesUp() })
  readonly #roleArn: string
  readonly #sessions = new Map<string, Session>()

  constructor(roleArn: string) {
    this.#roleArn = roleArn
  }

  /**
   * Credentials of a session that has more than `leftMs` milliseconds left, five minutes by default. Sessions outlive the
   * clients that use them. The same session has the same object.
   */
  credentialsFor(companyId: string, leftMs = RENEWED_MS): Promise<Credentials> {
    const kept = this.#sessions.get(companyId)
    if (kept && kept.until - leftMs > Date.now()) return kept.credentials
    const credentials = this.#open(companyId)
    this.#keep(companyId, { credentials, until: Date.now() + SESSION_SECONDS * 1000 })
    return credentials
  }

  /** Keeps a session from its request on, so that requests at the same time open one. */
  #keep(companyId: string, session: Session): void {
    this.#sessions.delete(companyId)
    this.#sessions.set(companyId, session)
    const [oldest = ''] = this.#sessions.keys()
    if (this.#sessions.size > MOST_KEPT) this.#sessions.delete(oldest)
    const forget = () => this.#sessions.get(companyId) === session && this.#sessions.delete(companyId)
    session.credentials.then(({ expiration }) => {
      session.until = Math.min(session.until, expiration.getTime())
    }, forget)
  }

  async #open(companyId: string): Promise<Credentials> {
    const { Credentials: given } = await this.#client.send(
      new AssumeRoleCommand({
        RoleArn: this.#roleArn,
        // CloudTrail shows the company of each API call.
        RoleSessionName: companyId,
        DurationSeconds: SESSION_SECONDS,
        Tags: [{ Key: 'tenant', Value: companyId }],
      }),
    )
    const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = givenByAws(given)
    return {
      accessKeyId: givenByAws(AccessKeyId),
      secretAccessKey: givenByAws(SecretAccessKey),
      sessionToken: givenByAws(SessionToken),
      expiration: givenByAws(Expiration),
    }
  }
}
