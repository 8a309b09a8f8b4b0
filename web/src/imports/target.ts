/** What a spreadsheet is read into: a contact list, or the blocked contacts. */
export type ImportTarget = { kind: 'list'; contactListId: string } | { kind: 'blocks' }

export const BLOCKS: ImportTarget = { kind: 'blocks' }
export const listTarget = (contactListId: string): ImportTarget => ({ kind: 'list', contactListId })

/** Where imports stand in the query cache. */
export const importKeys = {
  one: (target: ImportTarget, importId: string) => ['imports', placeOf(target), importId] as const,
  /** The import into the blocked contacts that is known to be under way. */
  intoBlocks: ['imports', 'into-blocks'] as const,
}

const placeOf = (target: ImportTarget) => (target.kind === 'list' ? target.contactListId : target.kind)
