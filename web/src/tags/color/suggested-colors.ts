/** Colours that are easy to tell apart, in light and dark, with the names that screen readers say. */
export const SUGGESTED_COLORS = [
  { name: 'green', color: '#1a7f50' },
  { name: 'blue', color: '#2f6fde' },
  { name: 'purple', color: '#7a4fd0' },
  { name: 'pink', color: '#d6408f' },
  { name: 'red', color: '#d13c3c' },
  { name: 'orange', color: '#e07b1a' },
  { name: 'yellow', color: '#d9b310' },
  { name: 'lime', color: '#7fae1f' },
  { name: 'turquoise', color: '#12a3a3' },
  { name: 'sky', color: '#2ba4e0' },
  { name: 'brown', color: '#8d5a3b' },
  { name: 'grey', color: '#72797f' },
] as const

export type SuggestedColor = (typeof SUGGESTED_COLORS)[number]
