/** Where this domain's data stands in the query cache. */
export const announcementKeys = {
  /** What the page for operators lists. */
  lists: ['announcements', 'list'] as const,
  /** What everybody's bell lists. */
  bell: ['announcements', 'bell'] as const,
  one: (announcementId: string) => ['announcements', 'one', announcementId] as const,
}
