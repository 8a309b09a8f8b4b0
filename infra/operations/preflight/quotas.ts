import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetServiceQuotaCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas'
import { queues } from '@recado/shared/queues/queues'
import type { Settings } from '../../src/settings.ts'
import { type Found, missing, ok } from './finding.ts'

/**
 * Lambda starts a queue's poller with five concurrent batches ("Using Lambda with Amazon SQS" in its developer guide).
 * Calls of people and frames of sockets need about forty executions more (assumed).
 */
const CONCURRENCY_NEEDED = 5 * Object.keys(queues).length + 40

/** "Lambda quotas" in its developer guide: new accounts have less than the 1,000 of others. */
export async function checkConcurrency(region: string): Promise<Found> {
  const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}))
  const allowed = AccountLimit?.ConcurrentExecutions ?? 0
  const found = `${allowed} concurrent executions, needs ${CONCURRENCY_NEEDED}`
  if (allowed >= CONCURRENCY_NEEDED) return ok(found)
  return missing(found, increase({ service: 'lambda', code: 'L-B99A9384', to: 1000, region }))
}

/** Quota "Fargate On-Demand vCPU resource count": "Amazon ECS endpoints and quotas" in the AWS General Reference. */
const FARGATE = { service: 'fargate', code: 'L-3032A538' }

/** A deployment runs new tasks beside the old ones, hence twice the largest number. */
export async function checkFargate({ region, socketService }: Settings): Promise<Found> {
  const needed = Math.ceil((2 * socketService.mostTasks * socketService.cpu) / 1024)
  const { Quota } = await new ServiceQuotasClient({ region }).send(
    new GetServiceQuotaCommand({ ServiceCode: FARGATE.service, QuotaCode: FARGATE.code }),
  )
  const allowed = Quota?.Value ?? 0
  const found = `${allowed} vCPU, needs ${needed} for twice ${socketService.mostTasks} tasks`
  return allowed >= needed ? ok(found) : missing(found, increase({ ...FARGATE, to: needed, region }))
}

const increase = ({
  service,
  code,
  to,
  region,
}: {
  service: string
  code: string
  to: number
  region: string
}) =>
  `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} --desired-value ${to} --region ${region}`
