import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { givenByAws } from '../secrets/given.ts'

/** The longest session of a role assumed by another role, in seconds (AWS limit). */
const SESSION_SECONDS = 3600

/**
 * Rights for one company only: a role whose policy allows the rows that begin with the id its session is tagged with
 * (infra/src/constructs/tenant-roles.ts). It is the second barrier behind {@link TenantTable}: a mistake in this code's
 * keys does not open it.
 */
export class TenantSessions {
  readonly #client = new STSClient({})
  readonly #roleArn: string

  constructor(roleArn: string) {
    this.#roleArn = roleArn
  }

  /** Fetches credentials. The SDK caches them and renews them shortly before they expire. */
  async credentialsFor(companyId: string) {
    const { Credentials } = await this.#client.send(
      new AssumeRoleCommand({
        RoleArn: this.#roleArn,
        // CloudTrail shows the company of each API call.
        RoleSessionName: companyId,
        DurationSeconds: SESSION_SECONDS,
        Tags: [{ Key: 'tenant', Value: companyId }],
      }),
    )
    const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = givenByAws(Credentials)
    return {
      accessKeyId: givenByAws(AccessKeyId),
      secretAccessKey: givenByAws(SecretAccessKey),
      sessionToken: givenByAws(SessionToken),
      expiration: givenByAws(Expiration),
    }
  }
}
