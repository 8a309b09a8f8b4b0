import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-requests.html */
interface Request {
  RequestType: 'Create' | 'Update' | 'Delete'
  ResponseURL: string
  StackId: string
  RequestId: string
  LogicalResourceId: string
  PhysicalResourceId?: string
  ResourceProperties: Secrets
}

interface Secrets {
  SecretArn: string
  VerifyingSecretArn: string
}

const client = new SecretsManagerClient({})

/** Puts a new signing key into its secret, unless there is one. CloudFormation hears how it went, never the key. */
export async function handler(request: Request): Promise<void> {
  const { RequestType, ResourceProperties } = request
  try {
    if (RequestType !== 'Delete') await ensureKey(ResourceProperties)
    await answer(request, 'SUCCESS')
  } catch (error) {
    await answer(request, 'FAILED', error instanceof Error ? error.name : 'unknown')
  }
}

/** What verifies stands there before anything is signed. */
async function ensureKey({ SecretArn, VerifyingSecretArn }: Secrets): Promise<void> {
  const present = await read(SecretArn)
  const jwk = isKey(present)
    ? JSON.parse(present)
    : generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  if (!isKey(await read(VerifyingSecretArn))) {
    const half = createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'jwk' })
    await write(VerifyingSecretArn, JSON.stringify(half))
  }
  if (!isKey(present)) await write(SecretArn, JSON.stringify(jwk))
}

async function read(SecretId: string): Promise<string> {
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId }))
  return SecretString
}

const write = (SecretId: string, SecretString: string) =>
  client.send(new PutSecretValueCommand({ SecretId, SecretString }))

/** What Secrets Manager made for a start is letters and digits. */
const isKey = (text: string): boolean => text.startsWith('{')

async function answer(request: Request, Status: 'SUCCESS' | 'FAILED', Reason = ''): Promise<void> {
  const { StackId, RequestId, LogicalResourceId, PhysicalResourceId = LogicalResourceId } = request
  // Signed for a request without a content type.
  await fetch(request.ResponseURL, {
    method: 'PUT',
    headers: { 'content-type': '' },
    body: JSON.stringify({ Status, Reason, StackId, RequestId, LogicalResourceId, PhysicalResourceId }),
  })
}
