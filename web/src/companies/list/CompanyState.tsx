import type { CompanyRecord } from '@recado/shared/companies/register/company-record'
import { IconArchive, IconCircleCheck, IconCircleOff, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'

type State = 'active' | 'inactive' | 'archived' | 'deleting'

const LOOKS: Record<State, StatusLook> = {
  active: { color: 'green', icon: IconCircleCheck },
  inactive: { color: 'red', icon: IconCircleOff },
  archived: { color: 'gray', icon: IconArchive },
  deleting: { color: 'red', icon: IconTrash },
}

export function CompanyState({ company }: { company: CompanyRecord }) {
  const { t } = useTexts()
  const state = stateOf(company)
  return <StatusBadge look={LOOKS[state]} label={t(`companies.state.${state}`)} />
}

function stateOf({ isBeingDeleted, archived, status }: CompanyRecord): State {
  if (isBeingDeleted) return 'deleting'
  if (archived) return 'archived'
  return status ? 'active' : 'inactive'
}
