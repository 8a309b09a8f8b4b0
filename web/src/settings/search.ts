import { dueFilter } from '@recado/shared/companies/due-date'
import * as z from 'zod'

/** The parts of the settings page, in the order of their tabs. */
export const settingsTab = z.enum([
  'integrations',
  'options',
  'audit',
  'privacy',
  'retention',
  'companies',
  'plans',
  'helps',
  'instances',
])
export type SettingsTab = z.infer<typeof settingsTab>

/** What the address of the settings holds: the tab, and what that one shows. */
export const settingsSearch = z.object({
  tab: settingsTab.optional().catch(undefined),
  dialog: z
    .enum([
      'new',
      'edit',
      'delete',
      'advance',
      'activate',
      'deactivate',
      'archive',
      'unarchive',
      'resetPassword',
    ])
    .optional()
    .catch(undefined),
  /** What the dialog is about. */
  id: z.string().optional().catch(undefined),
  /** Companies. */
  search: z.string().optional().catch(undefined),
  due: dueFilter.optional().catch(undefined),
  /** Archived companies, those that are not, or all of them; without it those that are not. */
  archived: z.enum(['all', 'true']).optional().catch(undefined),
  /** The audit trail: who, what part of the company, and from which date to which. */
  user: z.string().optional().catch(undefined),
  domain: z.string().optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
})
export type SettingsSearch = z.infer<typeof settingsSearch>

/** What a tab gets: its part of the address, and how to change that. */
export interface TabProps {
  search: SettingsSearch
  onSearch: (search: Omit<SettingsSearch, 'tab'>) => void
}
