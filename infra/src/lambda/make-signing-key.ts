import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { makes } from '@recado/shared/deployment/custom-resource'
import { newSigningPair, publicHalfOf } from '@recado/shared/secrets/signing-pair'

interface Secrets {
  SecretArn: string
  VerifyingSecretArn: string
}

const client = new SecretsManagerClient({})

/** Stores the verifying key first, so that every signature can be verified. */
async function ensureKey({ SecretArn, VerifyingSecretArn }: Secrets): Promise<void> {
  const present = await read(SecretArn)
  const isPresent = isKey(present)
  const pair = isPresent ? present : newSigningPair()
  // Without a signing key, a verifying key is of a run that ended between its two writes. It verifies nothing.
  if (!isPresent || !isKey(await read(VerifyingSecretArn)))
    await write(VerifyingSecretArn, publicHalfOf(pair))
  if (!isPresent) await write(SecretArn, pair)
}

async function read(SecretId: string): Promise<string> {
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId }))
  return SecretString
}

const write = (SecretId: string, SecretString: string) =>
  client.send(new PutSecretValueCommand({ SecretId, SecretString }))

/** Secrets Manager's initial value has only letters and digits. */
const isKey = (text: string): boolean => text.startsWith('{')

/** Puts a new signing key into its secret, unless there is one. CloudFormation gets the result, never the key. */
export const handler = makes<Secrets>(ensureKey)
