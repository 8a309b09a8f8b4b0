import { Button, Menu } from '@mantine/core'
import type { CampaignType } from '@recado/shared/campaigns/contract/campaign'
import { IconAddressBook, IconChevronDown, IconPlus, IconTag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { useIsIntegrated } from '../../integration/queries.ts'
import { CAMPAIGN_PLACES } from '../places.ts'

/** Leads to the form. With the integration, the user first chooses between a list and a tag. */
export function NewCampaignButton({ type }: { type: CampaignType }) {
  const { t } = useTexts()
  const isIntegrated = useIsIntegrated()
  const label = t(`campaigns.newOf.${type}`)
  const icon = <IconPlus size={18} aria-hidden />
  const to = CAMPAIGN_PLACES[type].create
  if (!isIntegrated || type === 'GROUP')
    return (
      <Button leftSection={icon} renderRoot={(props) => <Link to={to} {...props} />}>
        {label}
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={icon} rightSection={<IconChevronDown size={16} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconAddressBook size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/campaigns/new" {...props} />}
        >
          {t('campaigns.newBy.list')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTag size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/campaigns/new" search={{ from: 'tag' }} {...props} />}
        >
          {t('campaigns.newBy.tag')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
