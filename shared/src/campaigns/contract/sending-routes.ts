import { CAMPAIGN_ADMIN, CAMPAIGN_USER, OPERATOR } from '../../access.ts'
import { defineRoutes } from '../../http/contract.ts'
import { platformSendingState, sendingState, stopInput } from './sending-stop.ts'

/** Stops and resumes all sending of a company, or of the platform. */
export const sendingRoutes = defineRoutes({
  getSendingState: {
    method: 'GET',
    path: '/sending',
    access: CAMPAIGN_USER,
    response: sendingState,
    summary: 'Whether all sending is stopped, by the company or by the operator, and why',
  },
  stopSending: {
    method: 'POST',
    path: '/sending/stop',
    access: CAMPAIGN_USER,
    body: stopInput,
    response: sendingState,
    summary: 'Stop all sending of the company at once',
  },
  resumeSending: {
    method: 'POST',
    path: '/sending/resume',
    access: CAMPAIGN_ADMIN,
    body: stopInput,
    response: sendingState,
    summary: 'Let the company send again; intervals hold',
  },
  getPlatformSendingState: {
    method: 'GET',
    path: '/platform/sending',
    access: OPERATOR,
    response: platformSendingState,
    summary: 'Whether all sending of the platform is stopped',
  },
  stopPlatformSending: {
    method: 'POST',
    path: '/platform/sending/stop',
    access: OPERATOR,
    body: stopInput,
    response: platformSendingState,
    summary: 'Stop all sending of all companies at once',
  },
  resumePlatformSending: {
    method: 'POST',
    path: '/platform/sending/resume',
    access: OPERATOR,
    body: stopInput,
    response: platformSendingState,
    summary: 'Let the platform send again; intervals hold',
  },
})
