import * as z from 'zod'
import { ANY_USER, needs } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { id } from '../ids.ts'
import { ticketQueue, ticketQueueInput } from './ticket-queue.ts'

const CHANGES_QUEUES = needs('drawer-admin-items:view')

export const ticketQueueRoutes = defineRoutes({
  listTicketQueues: {
    method: 'GET',
    path: '/queue',
    access: ANY_USER,
    response: z.array(ticketQueue),
    summary: "The company's queues, in the order of menus and lists",
  },
  createTicketQueue: {
    method: 'POST',
    path: '/queue',
    access: CHANGES_QUEUES,
    body: ticketQueueInput,
    response: ticketQueue,
    status: 201,
    idempotent: true,
    errors: ['ERR_PLAN_LIMIT', 'ERR_DUPLICATED_NAME', 'ERR_QUEUE_COLOR_ALREADY_EXISTS'],
    summary: 'Create a queue that tickets wait in',
  },
  getTicketQueue: {
    method: 'GET',
    path: '/queue/{queueId}',
    namedBy: 'name',
    access: ANY_USER,
    response: ticketQueue,
    errors: ['ERR_NO_QUEUE_FOUND'],
    summary: 'One queue',
  },
  updateTicketQueue: {
    method: 'PUT',
    path: '/queue/{queueId}',
    access: CHANGES_QUEUES,
    body: ticketQueueInput,
    response: ticketQueue,
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_DUPLICATED_NAME', 'ERR_QUEUE_COLOR_ALREADY_EXISTS'],
    summary: 'Change a queue',
  },
  deleteTicketQueue: {
    method: 'DELETE',
    path: '/queue/{queueId}',
    access: CHANGES_QUEUES,
    // The queue that takes the live tickets.
    query: z.strictObject({ moveTo: id.optional() }),
    response: nothing,
    status: 204,
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_QUEUE_IN_USE'],
    summary: 'Delete a queue; its live tickets move to another one',
  },
})
