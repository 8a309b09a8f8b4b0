import type { DateInput } from '@mantine/dates'
import fc from 'fast-check'
import { type ComponentProps, isValidElement, type ReactNode } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { DateField } from '../../web/src/ui/DateField.tsx'
import { formatDate } from '../../web/src/ui/dates.ts'
import { readDay } from '../../web/src/ui/typed-day.ts'
import { mounted, showKeys } from '../support/mounted.ts'

beforeAll(showKeys)

const DAY_MS = 86_400_000
/** Days of 1900 to 2099, YYYY-MM-DD. */
const aDay = fc
  .integer({ min: Date.UTC(1900, 0, 1) / DAY_MS, max: Date.UTC(2099, 11, 31) / DAY_MS })
  .map((days) => new Date(days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length))

/** All texts that stand for a day. */
function spellingsOf(day: string): string[] {
  const [year, month = '', date = ''] = day.split('-')
  const days = [date, String(Number(date))]
  const months = [month, String(Number(month))]
  return [
    day,
    ...['/', '.', '-'].flatMap((mark) =>
      days.flatMap((d) => months.map((m) => `${d}${mark}${m}${mark}${year}`)),
    ),
  ]
}

describe('a typed date', () => {
  test('a day that is formatted and read is the same day', () => {
    fc.assert(
      fc.property(aDay, (day) => {
        expect(readDay(formatDate(day), {})).toEqual({ day, fault: undefined })
      }),
    )
  })

  test('each spelling of a day is read as that day', () => {
    fc.assert(
      fc.property(aDay, (day) => {
        for (const spelling of spellingsOf(day)) expect(readDay(` ${spelling} `, {}).day).toBe(day)
      }),
    )
  })

  test('a text that is read is a spelling of its day', () => {
    const number = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2200 }))
    const part = fc
      .tuple(number, fc.constantFrom(0, 2, 4))
      .map(([value, width]) => `${value}`.padStart(width, '0'))
    const mark = fc.constantFrom('/', '.', '-', ' ', '')
    const text = fc.tuple(part, mark, part, mark, part).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (typed) => {
        const { day } = readDay(typed, {})
        if (day !== null) expect(spellingsOf(day)).toContain(typed)
      }),
      { numRuns: 2000 },
    )
  })

  test('the beginning of a date is not a date', () => {
    fc.assert(
      fc.property(aDay, (day) => {
        for (const spelling of spellingsOf(day))
          for (let length = 1; length < spelling.length; length++)
            expect(readDay(spelling.slice(0, length), {}).day).toBeNull()
      }),
    )
  })

  test.each([
    '31/11/2025',
    '29/02/2025',
    '00/01/2025',
    '13/13/2025',
    '03/05/25',
    '05/03/0025',
    '5/3-2025',
    '2025-3-5',
    '05032025',
    'ontem',
    '05/03/2025 10:00',
  ])('%s is not read', (typed) => {
    expect(readDay(typed, {})).toEqual({ day: null, fault: 'unreadable' })
  })

  test('a day outside the limits is refused, and the limits themselves are accepted', () => {
    const limits = { firstDay: '2025-03-05', lastDay: '2025-03-07' }
    expect(readDay('04/03/2025', limits)).toEqual({ day: null, fault: 'tooEarly' })
    expect(readDay('05/03/2025', limits).day).toBe('2025-03-05')
    expect(readDay('07/03/2025', limits).day).toBe('2025-03-07')
    expect(readDay('08/03/2025', limits)).toEqual({ day: null, fault: 'tooLate' })
  })

  test('an empty text is no date and no error', () => {
    expect(readDay(' ', { lastDay: '2025-03-07' })).toEqual({ day: null, fault: undefined })
  })
})

describe('the field of a date', () => {
  type Given = Omit<ComponentProps<typeof DateField>, 'onChange' | 'label'>

  /** The field in a form that keeps its value. `input` has the properties of its input now. */
  async function shownField(initial: Given) {
    const reported: (string | null)[] = []
    let tree: ReactNode
    const { after, show, unmount } = await mounted((given: Given) => {
      tree = DateField({ ...given, label: 'Date', onChange: (day) => reported.push(day) })
    }, initial)
    const input = () => {
      if (!isValidElement<ComponentProps<typeof DateInput>>(tree)) throw new Error('The field has no input')
      return tree.props
    }
    const typed = { currentTarget: { value: '' } }
    return {
      input,
      show,
      unmount,
      reported,
      /** Types a text key by key. Mantine reads it too, after the field. */
      type: (text: string) =>
        after(() => {
          for (let length = 1; length <= text.length; length++) {
            typed.currentTarget.value = text.slice(0, length)
            Reflect.apply(input().onInput ?? fail, undefined, [typed])
            const day = input().dateParser?.(typed.currentTarget.value)
            if (typeof day === 'string') input().onChange?.(day)
          }
        }),
      leave: () => after(() => Reflect.apply(input().onBlur ?? fail, undefined, [{}])),
      press: (key: string) => after(() => Reflect.apply(input().onKeyDown ?? fail, undefined, [{ key }])),
    }
  }
  const fail = () => {
    throw new Error('The input does not listen')
  }

  test('only a complete date becomes the value, once', async () => {
    const field = await shownField({ value: null })
    await field.type('5/3/2025')
    expect(field.reported).toEqual(['2025-03-05'])
    expect(field.input()).toMatchObject({ value: '2025-03-05', fixOnBlur: true })
    await field.unmount()
  })

  test('a text that is no date removes the value, stays in the field and has an error once the field is left', async () => {
    const field = await shownField({ value: '2025-03-05', error: 'The form’s' })
    await field.type('31/11/2025')
    expect(field.reported).toEqual([null])
    expect(field.input()).toMatchObject({ value: null, error: undefined })
    await field.leave()
    // Mantine would write the value over the text.
    expect(field.input()).toMatchObject({ value: null, error: 'form.invalidDate', fixOnBlur: false })
    await field.type('30/11/2025')
    expect(field.input()).toMatchObject({ value: '2025-11-30', fixOnBlur: true })
    await field.leave()
    expect(field.input().error).toBe('The form’s')
    await field.unmount()
  })

  test('a value that follows the text later, as in the URL, leaves the text and its error alone', async () => {
    const field = await shownField({ value: '2025-03-05' })
    await field.type('ontem')
    await field.leave()
    await field.show({ value: null })
    expect(field.input()).toMatchObject({ value: null, error: 'form.invalidDate', fixOnBlur: false })
    await field.show({ value: '2025-01-02' })
    expect(field.input()).toMatchObject({ value: '2025-01-02', error: undefined, fixOnBlur: true })
    await field.unmount()
  })

  test('a day after the last one is refused with the last one, also by Enter', async () => {
    const field = await shownField({ value: null, lastDay: '2025-11-29' })
    await field.type('15/12/2026')
    await field.press('Enter')
    expect(field.reported).toEqual([])
    expect(field.input()).toMatchObject({ value: null, error: 'form.atMost' })
    await field.unmount()
  })

  test('a refused day is accepted once another field moves the limit behind it', async () => {
    const field = await shownField({ value: null, firstDay: '2025-03-10' })
    await field.type('5/3/2025')
    await field.leave()
    expect(field.input()).toMatchObject({ value: null, error: 'form.atLeast' })
    await field.show({ value: null, firstDay: '2025-03-07' })
    expect(field.input()).toMatchObject({ value: null, error: 'form.atLeast' })
    await field.show({ value: null })
    expect(field.input()).toMatchObject({ value: '2025-03-05', error: undefined, fixOnBlur: true })
    expect(field.reported).toEqual(['2025-03-05'])
    await field.unmount()
  })
})
