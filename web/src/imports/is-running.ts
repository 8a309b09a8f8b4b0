import type { ContactImport } from '@recado/shared/imports/import'

/** Whether an import has not ended yet. */
export const isRunning = ({ status }: Pick<ContactImport, 'status'>): boolean =>
  status === 'WAITING' || status === 'RUNNING'

/** Whether its contacts are on their way to the integrated platform. */
export const isHandedOver = ({ status, sync }: Pick<ContactImport, 'status' | 'sync'>): boolean =>
  status === 'DONE' && (sync?.status === 'WAITING' || sync?.status === 'RUNNING')
