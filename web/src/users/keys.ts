/** Keys of this domain in the query cache. */
export const userKeys = {
  all: ['users'] as const,
  lists: ['users', 'list'] as const,
  one: (userId: string) => ['users', 'one', userId] as const,
  invitations: ['users', 'invitations'] as const,
  logins: ['users', 'logins'] as const,
}
