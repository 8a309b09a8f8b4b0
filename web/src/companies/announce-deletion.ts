import i18next from 'i18next'
import { toastSuccess } from '../ui/toast.ts'

/** Companies whose deletion this tab has announced: the live event and the open dialog both notice its end. */
const announced = new Set<string>()

/** Shows once that a company was deleted. */
export function announceDeletion({ id, name }: { id: string; name: string }): void {
  if (announced.has(id)) return
  announced.add(id)
  toastSuccess(i18next.t('administration.companyDeleted', { name }), `company-deleted-${id}`)
}
