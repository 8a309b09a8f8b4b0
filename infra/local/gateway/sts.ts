import type { IncomingMessage, ServerResponse } from 'node:http'

const SESSION_MS = 3_600_000

interface Session {
  accessKeyId: string
  secretAccessKey: string
  token: string
  until: Date
}

/** STS: opens a session whose token is its company. The emulators know only their own keys. */
export async function assumeRole(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const company = new URLSearchParams(Buffer.concat(chunks).toString()).get('Tags.member.1.Value') ?? ''
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = process.env
  const until = new Date(Date.now() + SESSION_MS)
  response.end(sessionAnswer({ accessKeyId, secretAccessKey, token: company, until }))
}

/** STS's answer to AssumeRole, as far as the SDK reads it. */
export const sessionAnswer = ({ accessKeyId, secretAccessKey, token, until }: Session): string =>
  `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
    <AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey>
    <SessionToken>${token}</SessionToken><Expiration>${until.toISOString()}</Expiration>
  </Credentials></AssumeRoleResult></AssumeRoleResponse>`
