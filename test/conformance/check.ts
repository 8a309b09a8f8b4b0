import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { S3Client } from '@aws-sdk/client-s3'
import type { SQSClient } from '@aws-sdk/client-sqs'

/** What is to be looked at: an AWS, or what stands for it. */
export interface Aws {
  /** A table of the product's keys. */
  dynamodb: { client: DynamoDBClient; table: string }
  /** What is created begins with the prefix, and is deleted afterwards. */
  sqs: { client: SQSClient; prefix: string; url: string }
  s3: { client: S3Client; bucket: string; url: string }
}

/** Things that the product takes for granted, each said in a sentence, with a way to see that it is so. */
export type Checks = Readonly<Record<string, (aws: Aws) => Promise<void>>>

/** The error that a call ends with. @throws where it does not */
export async function refusal(call: Promise<unknown>): Promise<Error> {
  const answer = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (answer instanceof Error) return answer
  throw new Error('It was not refused')
}
