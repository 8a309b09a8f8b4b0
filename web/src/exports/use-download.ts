import { type ExportState, exportRoutes } from '@recado/shared/exports/routes'
import { ApiError } from '@recado/shared/http/api-error'
import type { ExportBegun, FileAnswer } from '@recado/shared/http/contract'
import type { Language } from '@recado/shared/language'
import { useMutation } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../api/call.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { saveBlob, saveFileAt } from '../ui/save-file.ts'
import { toastError, toastGoingOn, toastSuccess } from '../ui/toast.ts'

/** Poll interval for a spreadsheet that is being written (ms). */
const POLL_MS = 2000

interface Download {
  /** The texts of the toasts. */
  texts?: 'exports' | 'privacy.file'
  /** Called if the export of a person's data found none. No file is saved then. */
  onEmpty?: () => void
}

/**
 * Downloads a spreadsheet. A large one is written in the background: a toast says so, the user can leave the
 * page, and the file is saved at the end. `variables` tells which download is running.
 * @param fetchFile requests the file in the language of the page
 */
export function useDownload<W>(
  fetchFile: (wanted: W, language: Language) => Promise<FileAnswer | ExportBegun>,
  { texts = 'exports', onEmpty }: Download = {},
) {
  const { language } = useTexts()
  return useMutation({
    mutationFn: async (wanted: W) => {
      const answer = await fetchFile(wanted, language)
      if ('exportId' in answer) await saveOnceMade(answer.exportId, { texts, onEmpty })
      else saveAnswer(answer)
    },
    onError: (error) => toastError(error, { title: i18next.t(`${texts}.failed`) }),
    meta: { toastsItself: true },
  })
}

const saveAnswer = ({ fileName, contentType, bytes }: FileAnswer): void =>
  saveBlob(new Blob([new Uint8Array(bytes)], { type: contentType }), fileName)

async function saveOnceMade(
  exportId: string,
  { texts, onEmpty }: { texts: NonNullable<Download['texts']>; onEmpty: Download['onEmpty'] },
): Promise<void> {
  const hide = toastGoingOn(i18next.t(`${texts}.goesOn`), exportId)
  try {
    const { url, isEmpty } = await whenMade(exportId)
    if (isEmpty && onEmpty) return onEmpty()
    saveFileAt(url, '')
    toastSuccess(i18next.t(`${texts}.done`), `made-${exportId}`)
  } finally {
    hide()
  }
}

/**
 * Waits until a file is written.
 * @returns its address, and whether the export of a person's data found none
 * @throws ApiError ERR_EXPORT_FAILED
 */
async function whenMade(exportId: string): Promise<{ url: string; isEmpty: boolean | undefined }> {
  for (;;) {
    const { status, url, isEmpty } = await stateOf(exportId)
    if (status === 'DONE' && url) return { url, isEmpty }
    if (status !== 'RUNNING') throw new ApiError(200, 'ERR_EXPORT_FAILED', 'The export failed')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** A short network failure does not end an export. */
const stateOf = (exportId: string): Promise<ExportState> =>
  call(exportRoutes.getExport, { exportId }).catch((error: unknown): ExportState => {
    if (error instanceof ApiError && error.isFromTheWay) return { status: 'RUNNING' }
    throw error
  })
