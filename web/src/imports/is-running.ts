import type { ContactImport } from '@recado/shared/imports/import'

/** Whether an import has not ended yet. */
export const isRunning = ({ status }: Pick<ContactImport, 'status'>): boolean =>
  status === 'WAITING' || status === 'RUNNING'
