import { givesUpWhenIdle } from '@recado/shared/aws-requests'
import { PLATFORM } from '@recado/shared/table/platform-id'
import type { TenantSessions } from '@recado/shared/table/tenant-sessions'
import type { Environment } from '../environment.ts'

/** Lifetime of a presigned upload, in seconds. */
export const UPLOAD_SECONDS = 900
/** Lifetime of a presigned download, in seconds. */
export const DOWNLOAD_SECONDS = 300

/**
 * A session has at least this much time left when it is used, in milliseconds. A presigned request ends with the session
 * that signed it (S3 user guide, "Download and upload objects with presigned URLs").
 */
const SESSION_LEFT_MS = (UPLOAD_SECONDS + 60) * 1000

/** Clients with one company's rights that a process keeps. The least recently used one makes room. */
const COMPANIES_AT_HAND = 50

type Sessions = Pick<TenantSessions, 'credentialsFor'>
type Credentials = Awaited<ReturnType<Sessions['credentialsFor']>>
/** S3's SDK, and the clients that make and sign requests. */
type OpenBucket = Omit<Awaited<ReturnType<typeof open>>, 'withCredentials'>

/** The bucket of spreadsheets and media, for one company at a time. */
export class Bucket {
  readonly name: string
  readonly #publicEndpoint: string | undefined
  readonly #sessions: Sessions | undefined
  readonly #ofCompanies = new Map<string, { credentials: Credentials; bucket: OpenBucket }>()
  #own: ReturnType<typeof open> | undefined

  /** @param sessions if given, a company's objects are reached with that company's rights only */
  constructor(
    { BUCKET_NAME, PUBLIC_S3_ENDPOINT }: Pick<Environment, 'BUCKET_NAME' | 'PUBLIC_S3_ENDPOINT'>,
    sessions?: Sessions,
  ) {
    this.name = BUCKET_NAME
    this.#publicEndpoint = PUBLIC_S3_ENDPOINT
    this.#sessions = sessions
  }

  /** Loads S3's client lazily: it is large, and most calls of such functions touch no file. */
  async openFor(companyId: string): Promise<OpenBucket> {
    this.#own ??= open(this.#publicEndpoint)
    const sessions = this.#sessions
    if (!sessions || companyId === PLATFORM) return this.#own
    const [own, credentials] = await Promise.all([
      this.#own,
      sessions.credentialsFor(companyId, SESSION_LEFT_MS),
    ])
    const kept = this.#ofCompanies.get(companyId)
    // A client is used with one session, so what it signs lives as long as that session.
    const bucket = kept?.credentials === credentials ? kept.bucket : own.withCredentials(credentials)
    // Moved to the end: the most recently used.
    this.#ofCompanies.delete(companyId)
    this.#ofCompanies.set(companyId, { credentials, bucket })
    const [longestAgo = ''] = this.#ofCompanies.keys()
    if (this.#ofCompanies.size > COMPANIES_AT_HAND) this.#ofCompanies.delete(longestAgo)
    return bucket
  }
}

async function open(publicEndpoint: string | undefined) {
  const sdk = await import('./s3.ts')
  const { S3Client } = sdk
  const clientsWith = (settings: ConstructorParameters<typeof S3Client>[0]) => {
    const client = new S3Client({ ...settings, forcePathStyle: Boolean(publicEndpoint) })
    // A signature covers the host, so a browser's upload is signed for the browser's host.
    const publicClient = publicEndpoint
      ? new S3Client({ ...settings, forcePathStyle: true, endpoint: publicEndpoint })
      : client
    return { ...sdk, client, publicClient }
  }
  const own = clientsWith({ requestHandler: givesUpWhenIdle() })
  // All clients share the same open connections.
  const { requestHandler } = own.client.config
  return {
    ...own,
    withCredentials: (credentials: Credentials) => clientsWith({ requestHandler, credentials }),
  }
}
