/** Keys of this domain in the query cache. */
export const announcementKeys = {
  /** The list on the operators' page. */
  lists: ['announcements', 'list'] as const,
  /** The list behind the bell. */
  bell: ['announcements', 'bell'] as const,
  one: (announcementId: string) => ['announcements', 'one', announcementId] as const,
}
