import * as z from 'zod'
import { OPERATOR } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { instance, instanceInput } from './instance.ts'

export const instanceRoutes = defineRoutes({
  listInstances: {
    method: 'GET',
    path: '/instances',
    access: OPERATOR,
    response: z.array(instance),
    summary: 'Deployments that companies may be on, by name',
  },
  createInstance: {
    method: 'POST',
    path: '/instances',
    access: OPERATOR,
    body: instanceInput,
    response: instance,
    status: 201,
    idempotent: true,
    errors: ['ERR_DUPLICATED_NAME'],
    summary: 'Tell of a deployment',
  },
  updateInstance: {
    method: 'PUT',
    path: '/instances/{instanceId}',
    access: OPERATOR,
    body: instanceInput,
    recordIn: { list: 'listInstances', by: 'id' },
    response: instance,
    errors: ['ERR_NO_INSTANCE_FOUND', 'ERR_DUPLICATED_NAME'],
    summary: 'Change a deployment',
  },
  deleteInstance: {
    method: 'DELETE',
    path: '/instances/{instanceId}',
    access: OPERATOR,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_INSTANCE_FOUND', 'ERR_INSTANCE_IN_USE'],
    summary: 'Forget a deployment that no company is on',
  },
})
