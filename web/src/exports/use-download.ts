import { exportRoutes } from '@recado/shared/exports/routes'
import { ApiError } from '@recado/shared/http/api-error'
import type { ExportBegun, FileAnswer } from '@recado/shared/http/contract'
import { useMutation } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../api/call.ts'
import { toastError, toastGoingOn, toastSuccess } from '../ui/toast.ts'
import { saveFile, saveFileFrom } from './save-file.ts'

/** Poll interval for a spreadsheet that is being written (ms). */
const POLL_MS = 2000

/**
 * Downloads a spreadsheet. A large one is written in the background: a toast says so, the user can leave the
 * page, and the file is saved at the end. `variables` tells which download is running.
 */
export const useDownload = <W>(fetchFile: (wanted: W) => Promise<FileAnswer | ExportBegun>) =>
  useMutation({
    mutationFn: async (wanted: W) => {
      const answer = await fetchFile(wanted)
      if ('exportId' in answer) await saveOnceMade(answer.exportId)
      else saveFile(answer)
    },
    onError: (error) => toastError(error, { title: i18next.t('exports.failed') }),
    meta: { showsItsError: true },
  })

async function saveOnceMade(exportId: string): Promise<void> {
  const hide = toastGoingOn(i18next.t('exports.goesOn'), exportId)
  try {
    saveFileFrom(await addressOf(exportId))
    toastSuccess(i18next.t('exports.done'), `made-${exportId}`)
  } finally {
    hide()
  }
}

/** Waits until a spreadsheet is written. Throws an ApiError if that failed. */
async function addressOf(exportId: string): Promise<string> {
  for (;;) {
    const { status, url } = await stateOf(exportId)
    if (status === 'DONE' && url) return url
    if (status !== 'RUNNING') throw new ApiError(200, 'ERR_EXPORT_FAILED', 'The export failed')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** A short network failure does not end an export. */
const stateOf = (exportId: string) =>
  call(exportRoutes.getExport, { exportId }).catch((error: unknown) => {
    if (error instanceof ApiError && error.isFromTheWay) return { status: 'RUNNING' as const, url: undefined }
    throw error
  })
