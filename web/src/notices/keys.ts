/** Keys of this domain in the query cache. */
export const noticeKeys = {
  list: ['notices', 'list'] as const,
  settings: ['notices', 'settings'] as const,
}
