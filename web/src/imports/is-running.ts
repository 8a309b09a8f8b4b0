import type { ContactImport } from '@recado/shared/imports/import'

/** Whether an import is still running. */
export const isRunning = ({ status }: Pick<ContactImport, 'status'>): boolean =>
  status === 'WAITING' || status === 'RUNNING'

/** Whether its contacts are being handed to the integrated platform. */
export const isHandedOver = ({ status, sync }: Pick<ContactImport, 'status' | 'sync'>): boolean =>
  status === 'DONE' && (sync?.status === 'WAITING' || sync?.status === 'RUNNING')
