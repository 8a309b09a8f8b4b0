import type { DateTimePicker } from '@mantine/dates'
import type { ComponentProps, ReactNode } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { newCampaign, proposedTime } from '../../web/src/campaigns/form/campaign-values.ts'
import { ScheduleSection } from '../../web/src/campaigns/form/page/ScheduleSection.tsx'
import { useCampaignForm } from '../../web/src/campaigns/form/use-campaign-form.ts'
import { instantOf, wallTimeOf } from '../../web/src/ui/dates.ts'
import { WallTimeField } from '../../web/src/ui/WallTimeField.tsx'
import { elementsIn, mounted, showKeys } from '../support/mounted.ts'

const ZONE = 'America/Sao_Paulo'
const PAST = 'campaigns.form.past'

type Field = ComponentProps<typeof WallTimeField> & { children?: ReactNode }

beforeAll(showKeys)

/** The section of a new campaign's form. */
async function shownSection() {
  const initial = newCampaign(ZONE)
  let tree: ReactNode
  const { after, unmount } = await mounted(() => {
    const form = useCampaignForm(initial, { type: 'PRIVATE', zone: ZONE, isDraft: true })
    tree = ScheduleSection({ form, isLocked: false, zone: ZONE })
  }, {})
  const field = () => {
    const found = elementsIn<Field>(tree).find(({ type }) => type === WallTimeField)
    if (!found) throw new Error('The section has no field')
    return found.props
  }
  const isAnnounced = () =>
    elementsIn(tree).some(({ props }) => props.children === 'campaigns.form.willStart')
  return { field, isAnnounced, type: (time: string) => after(() => field().onChange(time)), unmount }
}

test('a typed time that has passed stays in the field, with an error beside it', async () => {
  const { field, type, unmount } = await shownSection()
  expect(field().error).toBeUndefined()
  for (const minutes of [1, 2]) {
    const past = wallTimeOf(Date.now() - minutes * 60_000, ZONE)
    await type(past)
    expect(field()).toMatchObject({ value: past, error: PAST })
  }
  await type(proposedTime(ZONE))
  expect(field().error).toBeUndefined()
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

describe('the field of a day and a time', () => {
  /** The field's picker. The company's present day is the first one. */
  async function pickerOf(value: string | null) {
    const [firstDay = ''] = wallTimeOf(Date.now(), ZONE).split(' ')
    let tree: ReactNode
    const { unmount } = await mounted(() => {
      tree = WallTimeField({
        label: '',
        setLabel: '',
        firstDay,
        value,
        error: undefined,
        onChange: () => undefined,
      })
    }, {})
    await unmount()
    const [picker] = elementsIn<ComponentProps<typeof DateTimePicker> & { children?: ReactNode }>(tree)
    if (!picker) throw new Error('The field has no picker')
    return { firstDay, ...picker.props }
  }

  test('hours and minutes have names', async () => {
    const { timePickerProps } = await pickerOf(null)
    expect(timePickerProps).toMatchObject({
      hoursInputLabel: 'settings.windows.hours',
      minutesInputLabel: 'settings.windows.minutes',
    })
  })

  test('the picker does not replace a typed time of the first day', async () => {
    const { firstDay, minDate } = await pickerOf(null)
    expect(instantOf(String(minDate), ZONE)).toBe(instantOf(`${firstDay} 00:00:00`, ZONE))
  })

  test('the keyboard begins at the chosen day, else at the first one', async () => {
    const focused = { 'data-autofocus': true }
    const empty = await pickerOf(null)
    expect(empty.getDayProps?.(empty.firstDay)).toEqual(focused)
    const chosen = await pickerOf('2026-11-24 15:30:00')
    expect(chosen.getDayProps?.('2026-11-24')).toEqual(focused)
    expect(chosen.getDayProps?.(chosen.firstDay)).toEqual({})
  })
})
