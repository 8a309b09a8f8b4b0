import type { OneCompany } from '@recado/shared/companies/register/company-record'
import type { SettingsSearch } from '../../settings/search.ts'
import { useRecordOrClose } from '../../ui/use-record-or-close.ts'
import { CompanyDialog } from '../form/CompanyDialog.tsx'
import { companyQuery } from '../queries.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { SupportDialog } from './SupportDialog.tsx'

interface CompanyDialogsProps {
  search: SettingsSearch
  onClose: () => void
}

/** The dialog and the company that the URL names. */
export function CompanyDialogs({ search: { dialog, id }, onClose }: CompanyDialogsProps) {
  if (dialog === 'new') return <CompanyDialog company={undefined} onClose={onClose} />
  if (!dialog || !id) return null
  return <AboutOne key={`${dialog} ${id}`} dialog={dialog} id={id} onClose={onClose} />
}

interface AboutOneProps {
  dialog: NonNullable<SettingsSearch['dialog']>
  id: string
  onClose: () => void
}

function AboutOne({ dialog, id, onClose }: AboutOneProps) {
  const company = useRecordOrClose(companyQuery(id), onClose)
  return company ? <DialogOf dialog={dialog} company={company} onClose={onClose} /> : null
}

function DialogOf({ dialog, company, onClose }: Omit<AboutOneProps, 'id'> & { company: OneCompany }) {
  switch (dialog) {
    case 'new':
      return null
    case 'edit':
      return <CompanyDialog company={company} onClose={onClose} />
    case 'delete':
      return <DeleteDialog company={company} onClose={onClose} />
    case 'support':
      return <SupportDialog company={company} onClose={onClose} />
    default:
      return <ActionDialog action={dialog} company={company} onClose={onClose} />
  }
}
