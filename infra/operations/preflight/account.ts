import { setTimeout as pause } from 'node:timers/promises'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import {
  CreateServiceLinkedRoleCommand,
  GetRoleCommand,
  IAMClient,
  NoSuchEntityException,
} from '@aws-sdk/client-iam'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import type { Settings } from '../../src/settings.ts'
import { OperationError } from '../command.ts'
import { explained } from '../explained.ts'
import { findStack } from '../find-stack.ts'
import { type Found, missing, ok } from './finding.ts'

/** @returns the finding, and the account's number if AWS accepts the credentials */
export async function checkCredentials(region: string): Promise<Found & { account: string | undefined }> {
  try {
    const { Account, Arn } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}))
    return { ...ok(`account ${Account} as ${Arn}, region ${region}`), account: Account }
  } catch (error) {
    // Every caller may ask this, so an error means that there are no good credentials.
    const told = explained(error)
    if (!told) throw error
    return { ...missing(told.message, 'aws sts get-caller-identity'), account: undefined }
  }
}

const TOOLKIT = 'CDKToolkit'
/** The version that CDK's default synthesizer asks for: "Bootstrap template version" in its developer guide. */
const LEAST_VERSION = 6

/**
 * The resources of `cdk bootstrap`, through which the CDK uploads and deploys. The CDK runs its app for it, which needs
 * the deployment's name.
 */
export async function checkBootstrap(
  { name }: Settings,
  region: string,
  account = '<account>',
): Promise<Found> {
  const client = new CloudFormationClient({ region })
  const mend = `npx cdk bootstrap aws://${account}/${region} -c name=${name}`
  const stack = await findStack(client, TOOLKIT)
  if (!stack) return missing(`not in ${region}`, mend)
  const version = Number(
    stack.Outputs?.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue,
  )
  if (!(version >= LEAST_VERSION))
    return missing(`version ${version || 'unknown'}, needs ${LEAST_VERSION}`, mend)
  return ok(`version ${version}`)
}

const ROLE = 'AWSServiceRoleForECS'
/** IAM's changes reach all its places within seconds. */
const MADE_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 1000

/**
 * The role with which ECS manages its tasks' network. ECS creates it with an account's first cluster, but the first
 * service may come before it can be used: "Using service-linked roles for Amazon ECS" in its developer guide.
 * @param isFixing creates a missing role, and waits until IAM answers with it
 */
export async function checkEcsRole(region: string, isFixing: boolean): Promise<Found> {
  const iam = new IAMClient({ region })
  if (await hasRole(iam)) return ok(ROLE)
  if (!isFixing)
    return missing(
      `${ROLE} does not exist`,
      'npm run ops -- preflight --fix, or: aws iam create-service-linked-role --aws-service-name ecs.amazonaws.com',
    )
  await iam.send(new CreateServiceLinkedRoleCommand({ AWSServiceName: 'ecs.amazonaws.com' }))
  const until = Date.now() + MADE_WITHIN_MS
  while (!(await hasRole(iam))) {
    if (Date.now() > until)
      throw new OperationError(`${ROLE} is created, but IAM does not answer with it yet.`)
    await pause(LOOK_EVERY_MS)
  }
  return ok(`${ROLE}, created now`)
}

async function hasRole(iam: IAMClient): Promise<boolean> {
  try {
    await iam.send(new GetRoleCommand({ RoleName: ROLE }))
    return true
  } catch (error) {
    if (error instanceof NoSuchEntityException) return false
    throw error
  }
}
