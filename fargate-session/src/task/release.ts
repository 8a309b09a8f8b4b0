import type { Log } from '@recado/shared/ports/log'
import * as z from 'zod'

const metadata = z.object({ Revision: z.string() })

/**
 * Release of this task: the revision of its task definition, which each deployment raises. Outside ECS, and if ECS
 * does not answer, all tasks count as one release.
 * @param uri https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-metadata-endpoint-v4-fargate.html
 */
export async function releaseOf(uri: string | undefined, log: Pick<Log, 'warn'>): Promise<string> {
  if (!uri) return ONLY
  try {
    const answer = await fetch(`${uri}/task`, { signal: AbortSignal.timeout(5_000) })
    return metadata.parse(await answer.json()).Revision
  } catch (error) {
    log.warn('release not known', { error })
    return ONLY
  }
}

const ONLY = 'only'
