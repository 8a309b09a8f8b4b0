import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import type { CompanyRecord } from '@recado/shared/companies/register/company-record'
import {
  IconArchive,
  IconArchiveOff,
  IconCalendarPlus,
  IconCircleCheck,
  IconCircleOff,
  IconDotsVertical,
  IconLifebuoy,
  IconMail,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
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
  const item = (action: CompanyAction, Sign: typeof IconMail) => (
    <Menu.Item leftSection={<Sign size={16} aria-hidden />} onClick={() => onOpen(action)}>
      {t(`companies.ask.${action}.menu`)}
    </Menu.Item>
  )
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
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('companies.more', { name })}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!archived && item('advance', IconCalendarPlus)}
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onOpen('edit')}>
            {t('common.edit')}
          </Menu.Item>
          {!archived && (status ? item('deactivate', IconCircleOff) : item('activate', IconCircleCheck))}
          {!archived && status && item('resetPassword', IconMail)}
          {archived ? item('unarchive', IconArchiveOff) : item('archive', IconArchive)}
          {archived && (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => onOpen('delete')}
            >
              {t('companies.delete.menu')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
