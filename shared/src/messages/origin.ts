/** Where a message of the company was written. `automatic`: by the system, in answer to a message. */
export const MESSAGE_ORIGINS = ['phone', 'campaign', 'user', 'automatic', 'schedule'] as const
export type MessageOrigin = (typeof MESSAGE_ORIGINS)[number]

/** What an automatic message is for (part 4 §3). */
export const AUTOMATIC = [
  'greeting',
  'menu',
  'queue',
  'outOfHours',
  'rating',
  'completion',
  'idle',
  'optOut',
] as const
export type Automatic = (typeof AUTOMATIC)[number]
