import { hasPermission } from '@recado/shared/access'
import type { SessionUser } from '@recado/shared/sessions/session'
import {
  type Icon,
  IconAdjustments,
  IconBuilding,
  IconHelp,
  IconHistory,
  IconHourglass,
  IconPlug,
  IconReceipt,
  IconServer,
  IconShieldLock,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { PrivacyTab } from '../../data-subjects/PrivacyTab.tsx'
import { IntegrationTab } from '../../integration/IntegrationTab.tsx'
import { RetentionTab } from '../../retention/RetentionTab.tsx'
import { later } from '../../ui/later.tsx'
import { OptionsTab } from '../options/OptionsTab.tsx'
import type { SettingsTab, TabProps } from '../search.ts'

interface Tab {
  icon: Icon
  panel: ComponentType<TabProps>
  /** Which users see the tab; all of them without a function. */
  isFor?: (user: SessionUser) => boolean
}

const isAdmin = ({ profile }: SessionUser) => hasPermission(profile, 'drawer-admin-items:view')
const isOperator = (user: SessionUser) => user.super

// Other tabs do not wait for the calendar of the trail, nor companies for the operators' tabs.
const AuditTab = later(async () => (await import('../../audit/AuditTab.tsx')).AuditTab)
const CompaniesTab = later(async () => (await import('../../companies/list/CompaniesTab.tsx')).CompaniesTab)
const PlansTab = later(async () => (await import('../../plans/PlansTab.tsx')).PlansTab)
const HelpsTab = later(async () => (await import('../../helps/HelpsTab.tsx')).HelpsTab)
const InstancesTab = later(async () => (await import('../../instances/InstancesTab.tsx')).InstancesTab)

/** The tabs of the settings page. A tab is hidden from users who cannot do anything in it. */
export const TABS: Record<SettingsTab, Tab> = {
  integrations: { icon: IconPlug, panel: IntegrationTab },
  options: { icon: IconAdjustments, panel: OptionsTab, isFor: isAdmin },
  audit: { icon: IconHistory, panel: AuditTab, isFor: isAdmin },
  privacy: { icon: IconShieldLock, panel: PrivacyTab, isFor: isAdmin },
  retention: { icon: IconHourglass, panel: RetentionTab, isFor: isAdmin },
  companies: { icon: IconBuilding, panel: CompaniesTab, isFor: isOperator },
  plans: { icon: IconReceipt, panel: PlansTab, isFor: isOperator },
  helps: { icon: IconHelp, panel: HelpsTab, isFor: isOperator },
  instances: { icon: IconServer, panel: InstancesTab, isFor: isOperator },
}
