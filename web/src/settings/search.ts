import { dueFilter } from '@recado/shared/companies/due-date'
import * as z from 'zod'

/** Tabs of the settings page, in their order. */
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

/** Search parameters of the settings page: the tab, and what the tab shows. */
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
      'support',
    ])
    .optional()
    .catch(undefined),
  /** Id of the record that the dialog shows. */
  id: z.string().optional().catch(undefined),
  /** Filters of companies. */
  search: z.string().optional().catch(undefined),
  due: dueFilter.optional().catch(undefined),
  /** Whether archived companies are listed, alone or with the others; undefined hides them. */
  archived: z.enum(['all', 'true']).optional().catch(undefined),
  /** Filters of the audit trail: user, domain, first and last date. */
  user: z.string().optional().catch(undefined),
  domain: z.string().optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  /** The number of the person on the tab of privacy; the LID of a person whose number is unknown. */
  number: z.string().optional().catch(undefined),
  lid: z.string().optional().catch(undefined),
})
export type SettingsSearch = z.infer<typeof settingsSearch>

/** A tab gets its search parameters and a function that changes them. */
export interface TabProps {
  search: SettingsSearch
  onSearch: (search: Omit<SettingsSearch, 'tab'>) => void
}
