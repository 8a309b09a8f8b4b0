import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Settings } from '../../src/settings.ts'
import { type Found, missing, ok } from './finding.ts'

const run = promisify(execFile)
const OTHERWISE = 'or set socketImage'

/**
 * Docker builds the socket service's image for linux/arm64. No command of the image's build runs on the target's
 * processor, so BuildKit needs no emulation of it.
 */
export async function checkDocker({ socketImage }: Settings): Promise<Found> {
  if (socketImage) return ok(`not needed: the image is ${socketImage}`)
  const server = await answerOf('version', '--format', '{{.Server.Os}}/{{.Server.Arch}}')
  if (server === undefined) return missing('docker does not answer', `install and start docker, ${OTHERWISE}`)
  if ((await answerOf('buildx', 'version')) === undefined)
    return missing(`docker on ${server} without BuildKit`, `install docker-buildx-plugin, ${OTHERWISE}`)
  return ok(`docker on ${server} builds linux/arm64`)
}

/** What docker prints; undefined if it is missing or fails. */
async function answerOf(...args: string[]): Promise<string | undefined> {
  try {
    return (await run('docker', args, { timeout: 30_000 })).stdout.trim()
  } catch (error) {
    // A failed call has the exit code, and a missing command ENOENT.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
