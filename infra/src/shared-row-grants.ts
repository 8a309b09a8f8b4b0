import type { Domain } from '@recado/shared/api/routes'
import type { SharedRowGrants } from './grants.ts'

/**
 * Rows without a company that a domain's function reaches with its own rights, in addition to `impliedBy`. It reaches
 * all other rows in a company's session. In tests the local gateway refuses a row that is missing here
 * (infra/local/gateway/rights.ts).
 */
export const sharedRowGrants: { [D in Domain]?: SharedRowGrants } = {
  sessions: {
    // Signing in begins with an e-mail, before the company is known.
    emails: 'read',
    attempts: 'write',
    socketTickets: 'write',
    handovers: 'write',
    instances: 'read',
    plans: 'read',
  },
  // Attempts at the own password are counted. A plan limits the number of users.
  users: { attempts: 'write', plans: 'read' },
  // Wrong tokens to end mails are counted.
  notices: { attempts: 'write' },
  connections: { plans: 'read' },
  'ticket-queues': { plans: 'read' },
  dashboard: { plans: 'read' },
  // An operator stops and resumes all sending of the platform.
  campaigns: { sendingStop: 'write', sendingStopTraces: 'write' },
  announcements: { announcements: 'write' },
  plans: { plans: 'write' },
  instances: { instances: 'write' },
  helps: { helps: 'write' },
  // The bounds, and the companies that chose within them.
  retention: { retention: 'write' },
}
