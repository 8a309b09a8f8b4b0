import type { Logger } from 'pino'
import * as z from 'zod'
import { failure } from './log.ts'

const metadata = z.object({ Revision: z.string() })

/**
 * Which release this task runs: its task definition's revision, which each deployment raises. Outside of ECS, and where it
 * does not answer, there is one release alone.
 * @param uri https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-metadata-endpoint-v4-fargate.html
 */
export async function releaseOf(uri: string | undefined, log: Pick<Logger, 'warn'>): Promise<string> {
  if (!uri) return ONLY
  try {
    const answer = await fetch(`${uri}/task`, { signal: AbortSignal.timeout(5_000) })
    return metadata.parse(await answer.json()).Revision
  } catch (error) {
    log.warn({ error: failure(error) }, 'release not known')
    return ONLY
  }
}

const ONLY = 'only'
