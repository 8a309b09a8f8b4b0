import { generateKeyPairSync } from 'node:crypto'
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
  ResourceProperties: { SecretArn: string }
}

const client = new SecretsManagerClient({})

/** Puts a new signing key into its secret, unless there is one. CloudFormation hears how it went, never the key. */
export async function handler(request: Request): Promise<void> {
  const { RequestType, ResourceProperties } = request
  try {
    if (RequestType !== 'Delete') await ensureKey(ResourceProperties.SecretArn)
    await answer(request, 'SUCCESS')
  } catch (error) {
    await answer(request, 'FAILED', error instanceof Error ? error.name : 'unknown')
  }
}

async function ensureKey(SecretId: string): Promise<void> {
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId }))
  if (isKey(SecretString)) return
  const key = JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }))
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: key }))
}

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
