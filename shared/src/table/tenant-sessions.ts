import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { givenByAws } from '../secrets/given.ts'

/** As long as a role that is taken on by another role may be had, in seconds. */
const SESSION_SECONDS = 3600

/**
 * The rights of one company alone: a role whose policy lets it at those rows that begin with the id its session is
 * tagged with (infra/src/constructs/tenant-roles.ts). The second barrier behind {@link TenantTable}, which a mistake
 * in this code's keys does not open.
 */
export class TenantSessions {
  readonly #client = new STSClient({})
  readonly #roleArn: string

  constructor(roleArn: string) {
    this.#roleArn = roleArn
  }

  /** New credentials, which the SDK keeps and asks for again shortly before they expire. */
  async credentialsFor(companyId: string) {
    const { Credentials } = await this.#client.send(
      new AssumeRoleCommand({
        RoleArn: this.#roleArn,
        // Who it was for stands in the account's trail of API calls.
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
