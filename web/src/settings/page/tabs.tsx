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
import { AuditTab } from '../../audit/AuditTab.tsx'
import { CompaniesTab } from '../../companies/list/CompaniesTab.tsx'
import { PrivacyTab } from '../../data-subjects/PrivacyTab.tsx'
import { HelpsTab } from '../../helps/HelpsTab.tsx'
import { InstancesTab } from '../../instances/InstancesTab.tsx'
import { IntegrationTab } from '../../integration/IntegrationTab.tsx'
import { PlansTab } from '../../plans/PlansTab.tsx'
import { RetentionTab } from '../../retention/RetentionTab.tsx'
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
