import { DateTimePicker } from '@mantine/dates'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { newCampaign, proposedTime } from '../../web/src/campaigns/form/campaign-values.ts'
import { ScheduleSection } from '../../web/src/campaigns/form/page/ScheduleSection.tsx'
import { useCampaignForm } from '../../web/src/campaigns/form/use-campaign-form.ts'
import { instantOf, wallTimeOf } from '../../web/src/ui/dates.ts'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

const ZONE = 'America/Sao_Paulo'
const PAST = 'campaigns.form.past'

interface Picker {
  children?: ReactNode
  value: string | null
  minDate: string
  error?: string
  timePickerProps?: { hoursInputLabel?: string; minutesInputLabel?: string }
  onChange: (time: string) => void
}

beforeAll(showKeys)

/** The section of a new campaign's form. */
async function shownSection() {
  const initial = newCampaign(ZONE)
  let tree: ReactNode
  const { after, unmount } = await mounted(() => {
    const form = useCampaignForm(initial, { type: 'PRIVATE', zone: ZONE, isNew: true })
    tree = ScheduleSection({ form, isLocked: false, zone: ZONE })
  }, {})
  const picker = () => {
    const found = elementsIn<Picker>(tree).find(({ type }) => type === DateTimePicker)
    if (!found) throw new Error('The section has no picker')
    return found.props
  }
  const isAnnounced = () =>
    elementsIn(tree).some(({ props }) => props.children === 'campaigns.form.willStart')
  return { picker, isAnnounced, type: (time: string) => after(() => picker().onChange(time)), unmount }
}

test('a typed time that has passed stays in the field, with an error beside it', async () => {
  const { picker, type, unmount } = await shownSection()
  expect(picker().error).toBeUndefined()
  for (const minutes of [1, 2]) {
    const past = wallTimeOf(Date.now() - minutes * 60_000, ZONE)
    await type(past)
    expect(picker()).toMatchObject({ value: past, error: PAST })
  }
  await type(proposedTime(ZONE))
  expect(picker().error).toBeUndefined()
  await unmount()
})

test('the section does not say that the campaign starts by itself at a time that has passed', async () => {
  const { isAnnounced, type, unmount } = await shownSection()
  expect(isAnnounced()).toBe(true)
  await type(wallTimeOf(Date.now() - 60_000, ZONE))
  expect(isAnnounced()).toBe(false)
  await type(proposedTime(ZONE))
  expect(isAnnounced()).toBe(true)
  await unmount()
})

test('the fields of hours and minutes have names', async () => {
  const { picker, unmount } = await shownSection()
  expect(picker().timePickerProps).toMatchObject({
    hoursInputLabel: 'settings.windows.hours',
    minutesInputLabel: 'settings.windows.minutes',
  })
  await unmount()
})

test('the picker does not replace a typed time of today', async () => {
  const { picker, unmount } = await shownSection()
  const [today = ''] = wallTimeOf(Date.now(), ZONE).split(' ')
  expect(instantOf(picker().minDate, ZONE)).toBe(instantOf(`${today} 00:00:00`, ZONE))
  await unmount()
})
