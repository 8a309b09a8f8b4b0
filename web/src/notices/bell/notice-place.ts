import type { Notice } from '@recado/shared/notices/notice'
import type { LinkProps } from '@tanstack/react-router'

type Place = Pick<LinkProps, 'to' | 'params' | 'search'>

/** The page that a notice leads to; undefined if the user may not see its ticket. */
export function placeOf({ kind, ticketUuid, about }: Pick<Notice, 'kind' | 'ticketUuid' | 'about'>) {
  if (kind === 'schedule-failed') return { to: '/schedules', search: { status: 'ERRO' } } satisfies Place
  if (ticketUuid) return { to: '/tickets/$uuid', params: { uuid: ticketUuid }, search: {} } satisfies Place
  return about && placeAbout(about)
}

function placeAbout({ place, id = '' }: NonNullable<Notice['about']>): Place {
  switch (place) {
    case 'campaign':
      return { to: '/campaign/$campaignId/report', params: { campaignId: id }, search: {} }
    case 'group-campaign':
      return { to: '/group-campaign/$campaignId/report', params: { campaignId: id }, search: {} }
    case 'contact-list':
      return { to: '/contact-lists/$contactListId/contacts', params: { contactListId: id }, search: {} }
    case 'group-list':
      return { to: '/group-lists/$contactListId/contacts', params: { contactListId: id }, search: {} }
    default:
      return { to: `/${place}`, search: {} }
  }
}
