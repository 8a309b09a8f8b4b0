import type { NoticeAbout } from './notice.ts'

/** The path of the page that a notice leads to. */
export function pathOf({ place, id = '' }: Pick<NoticeAbout, 'place' | 'id'>): string {
  switch (place) {
    case 'campaign':
    case 'group-campaign':
      return `/${place}/${id}/report`
    case 'contact-list':
      return `/contact-lists/${id}/contacts`
    case 'group-list':
      return `/group-lists/${id}/contacts`
    default:
      return `/${place}`
  }
}
