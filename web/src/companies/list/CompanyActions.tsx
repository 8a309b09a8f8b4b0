import { Button, Group } from '@mantine/core'
import type { CompanyRecord } from '@recado/shared/companies/register/company-record'
import {
  type Icon,
  IconArchive,
  IconArchiveOff,
  IconCalendarPlus,
  IconCircleCheck,
  IconCircleOff,
  IconLifebuoy,
  IconMail,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { MoreMenu, type MoreMenuItem } from '../../ui/MoreMenu.tsx'
import { RowAction } from '../../ui/RowAction.tsx'
import type { CompanyAction } from '../queries.ts'

/** The dialogs that a row's buttons open. */
export type CompanyDialogKind = CompanyAction | 'edit' | 'delete' | 'support'

interface CompanyActionsProps {
  company: CompanyRecord
  onOpen: (dialog: CompanyDialogKind) => void
}

/** An operator most often enters a company; the rest is in a menu. Actions that the company's state rules out are hidden. */
export function CompanyActions({ company, onOpen }: CompanyActionsProps) {
  const { t } = useTexts()
  const { name, archived, status, isBeingDeleted } = company
  if (isBeingDeleted) {
    return (
      <Group justify="flex-end">
        <RowAction
          label={`${t('companies.delete.watch')}: ${name}`}
          icon={IconTrash}
          danger
          onClick={() => onOpen('delete')}
        />
      </Group>
    )
  }
  const item = (action: CompanyAction, icon: Icon): MoreMenuItem => ({
    label: t(`companies.ask.${action}.menu`),
    icon,
    onClick: () => onOpen(action),
  })
  const edit: MoreMenuItem = { label: t('common.edit'), icon: IconPencil, onClick: () => onOpen('edit') }
  const remove: MoreMenuItem = {
    label: t('companies.delete.menu'),
    icon: IconTrash,
    danger: true,
    onClick: () => onOpen('delete'),
  }
  const ofKept = [
    item('advance', IconCalendarPlus),
    edit,
    status ? item('deactivate', IconCircleOff) : item('activate', IconCircleCheck),
    ...(status ? [item('resetPassword', IconMail)] : []),
    item('archive', IconArchive),
  ]
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {!archived && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconLifebuoy size={16} aria-hidden />}
          aria-label={`${t('companies.support.enter')}: ${name}`}
          onClick={() => onOpen('support')}
        >
          {t('companies.support.enter')}
        </Button>
      )}
      <MoreMenu name={name} items={archived ? [edit, item('unarchive', IconArchiveOff), remove] : ofKept} />
    </Group>
  )
}
