import type { CampaignStatus } from './campaign.ts'

/** A person's actions on a campaign (part 2 §4 and part 3 §6). */
export type CampaignAction =
  | 'edit'
  | 'editMessages'
  | 'start'
  | 'cancel'
  | 'restart'
  | 'pause'
  | 'resume'
  | 'resend'
  | 'delete'

const ALLOWED: Record<CampaignAction, readonly CampaignStatus[]> = {
  edit: ['INATIVA', 'PROGRAMADA'],
  /** Connection and messages stay editable after a cancel, so that the campaign can go on elsewhere. */
  editMessages: ['INATIVA', 'PROGRAMADA', 'CANCELADA'],
  start: ['INATIVA', 'PROGRAMADA'],
  cancel: ['PROGRAMADA', 'EM_ANDAMENTO'],
  restart: ['CANCELADA'],
  pause: ['EM_ANDAMENTO'],
  resume: ['EM_ANDAMENTO'],
  resend: ['FINALIZADA'],
  delete: ['INATIVA', 'PROGRAMADA', 'CANCELADA', 'FINALIZADA'],
}

/** Whether an action is allowed in this state. The server checks with it, and buttons appear by it. */
export function can(
  campaign: {
    status: CampaignStatus
    pausedAt?: string | null | undefined
    detailsErasedAt?: string | null | undefined
  },
  action: CampaignAction,
): boolean {
  // The remaining recipients are not known any more.
  if (campaign.detailsErasedAt && (action === 'restart' || action === 'resend')) return false
  if (action === 'pause' && campaign.pausedAt) return false
  if (action === 'resume' && !campaign.pausedAt) return false
  return ALLOWED[action].includes(campaign.status)
}

/** A campaign with a time is PROGRAMADA, one without is INATIVA. */
export const statusOfDraft = (scheduledAt: string | null): CampaignStatus =>
  scheduledAt ? 'PROGRAMADA' : 'INATIVA'

/** Whether a restart schedules the campaign again: it was cancelled before its first start and its time is to come. */
export const restartsAsPlanned = (
  campaign: { startedAt: string | null; scheduledAt: string | null },
  now: number,
): boolean => !campaign.startedAt && campaign.scheduledAt !== null && Date.parse(campaign.scheduledAt) > now
