import { IgnoreMode } from 'aws-cdk-lib'
import { Repository } from 'aws-cdk-lib/aws-ecr'
import { Platform } from 'aws-cdk-lib/aws-ecr-assets'
import { ContainerImage } from 'aws-cdk-lib/aws-ecs'
import type { Construct } from 'constructs'
import manifest from '../../../package.json' with { type: 'json' }
import { ROOT } from '../root.ts'

/** Files for docker: those that npm compares the lockfile with, and the sources that run. */
export const SENT = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  ...manifest.workspaces.map((workspace) => `${workspace}/package.json`),
  'shared/src/**',
  'fargate-session/src/**',
  'fargate-session/Dockerfile',
]

/** An image in a private repository. The service needs rights to pull it. */
const PRIVATE = /^(\d{12})\.dkr\.ecr\.([\w-]+)\.amazonaws\.com\/([^:@]+)[:@](.+)$/

/** The socket service's image: the given one, or one built from the sources at deployment. */
export function socketImage(scope: Construct, given: string | undefined): ContainerImage {
  if (!given) {
    return ContainerImage.fromAsset(ROOT, {
      file: 'fargate-session/Dockerfile',
      platform: Platform.LINUX_ARM64,
      ignoreMode: IgnoreMode.DOCKER,
      exclude: ['**', ...SENT.map((path) => `!${path}`)],
    })
  }
  const [, account, region, repositoryName, tagOrDigest] = PRIVATE.exec(given) ?? []
  if (!account || !repositoryName) return ContainerImage.fromRegistry(given)
  const repositoryArn = `arn:aws:ecr:${region}:${account}:repository/${repositoryName}`
  const repository = Repository.fromRepositoryAttributes(scope, 'Repository', {
    repositoryArn,
    repositoryName,
  })
  return ContainerImage.fromEcrRepository(repository, tagOrDigest)
}
