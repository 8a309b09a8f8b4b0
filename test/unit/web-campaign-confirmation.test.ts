import { Radio, Switch } from '@mantine/core'
import type { CampaignType } from '@recado/shared/campaigns/contract/campaign'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { newCampaign } from '../../web/src/campaigns/form/campaign-values.ts'
import { ConfirmationFields } from '../../web/src/campaigns/form/page/ConfirmationFields.tsx'
import { GroupModeField } from '../../web/src/campaigns/form/page/GroupModeField.tsx'
import { useCampaignForm } from '../../web/src/campaigns/form/use-campaign-form.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

const ZONE = 'America/Sao_Paulo'

interface Field {
  description?: string
  disabled?: boolean
  checked?: boolean
  onChange: (value: string | boolean) => void
  children?: ReactNode
}

beforeAll(showKeys)

/** The fields of a new campaign that decide on its confirmation. */
async function shownFields(type: CampaignType) {
  const initial = newCampaign(ZONE)
  let tree: ReactNode
  const { after, unmount } = await mounted(() => {
    const form = useCampaignForm(initial, { type, zone: ZONE, isDraft: true })
    const variants = { message: 1, confirmation: 1, open: () => undefined }
    const given = { form, isLocked: false, isSettled: false }
    tree = [
      GroupModeField({ form, isLocked: false }),
      ConfirmationFields({ ...given, type, variants }),
    ].flatMap((part) => elementsIn(part))
  }, {})
  const field = (component: unknown) => {
    const found = elementsIn<Field>(tree).find(({ type: kind }) => kind === component)
    if (!found) throw new Error('The field is not shown')
    return found.props
  }
  return {
    confirmation: () => field(Switch),
    askFirst: () => after(() => field(Switch).onChange(true)),
    chooseMode: (mode: 'group' | 'members') => after(() => field(Radio.Group).onChange(mode)),
    unmount,
  }
}

test('the form offers no confirmation inside groups, and says why', async () => {
  const { confirmation, chooseMode, unmount } = await shownFields('GROUP')
  expect(confirmation()).toMatchObject({
    disabled: true,
    description: 'campaigns.form.askConfirmationNotInGroups',
  })
  await chooseMode('members')
  expect(confirmation()).toMatchObject({ disabled: false, description: 'campaigns.form.askConfirmationHint' })
  await unmount()
})

test('a campaign that changes from members to groups asks for no confirmation', async () => {
  const { confirmation, askFirst, chooseMode, unmount } = await shownFields('GROUP')
  await chooseMode('members')
  await askFirst()
  expect(confirmation().checked).toBe(true)
  await chooseMode('group')
  expect(confirmation().checked).toBe(false)
  await unmount()
})

test('the form offers a confirmation to people', async () => {
  const { confirmation, unmount } = await shownFields('PRIVATE')
  expect(confirmation().disabled).toBe(false)
  await unmount()
})
