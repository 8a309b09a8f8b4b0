/** Where the rows of a spreadsheet go: into a contact list, the contacts or the blocked contacts. */
export type ImportTarget = { kind: 'list'; contactListId: string } | { kind: 'contacts' } | { kind: 'blocks' }

export const BLOCKS: ImportTarget = { kind: 'blocks' }
export const CONTACTS: ImportTarget = { kind: 'contacts' }
export const listTarget = (contactListId: string): ImportTarget => ({ kind: 'list', contactListId })

/** Keys of imports in the query cache. */
export const importKeys = {
  one: (target: ImportTarget, importId: string) => ['imports', placeOf(target), importId] as const,
  /** The running import into the blocked contacts. */
  intoBlocks: ['imports', 'into-blocks'] as const,
}

const placeOf = (target: ImportTarget) => (target.kind === 'list' ? target.contactListId : target.kind)
