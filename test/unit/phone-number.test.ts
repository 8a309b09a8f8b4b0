import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { canonicalKey } from '../../shared/src/phone-numbers/canonical-key.ts'
import { numberCell } from '../../shared/src/phone-numbers/number-cell.ts'
import { formatNumber } from '../../shared/src/phone-numbers/phone-display.ts'
import { normalizeNumber } from '../../shared/src/phone-numbers/phone-number.ts'

const written: [raw: string, number: string, why: string][] = [
  ['11987654321', '5511987654321', 'a mobile without country code'],
  ['5511987654321', '5511987654321', 'a mobile with country code'],
  ['+55 11 98765-4321', '5511987654321', 'an international mask'],
  ['(+55) 11 98765-4321', '5511987654321', 'a country code in parentheses'],
  ['(11) 98765-4321', '5511987654321', 'a national mask'],
  ['(11)98765.4321', '5511987654321', 'a mask without spaces'],
  ['62.98123.4567', '5562981234567', 'dots'],
  ['011 97654 3210', '5511976543210', 'a trunk zero'],
  ['(011) 97654-3210', '5511976543210', 'a trunk zero in the parentheses'],
  ['0xx31 98888-7777', '5531988887777', 'the 0xx of old letterheads'],
  ['(0XX31) 98888-7777', '5531988887777', 'the 0xx in parentheses'],
  ['0**31 98888-7777', '5531988887777', 'the 0xx as asterisks'],
  ['0 15 11 98765-4323', '5511987654323', 'a carrier code'],
  ['0 41 11 3456-7890', '551134567890', 'a carrier code and a landline'],
  ['+55 (0) 11 98765-4324', '5511987654324', 'a trunk zero after the country code'],
  ['0055 11 98765-4322', '5511987654322', 'the international prefix 00'],
  ['\u00a041\u00a099777-6666\u00a0', '5541997776666', 'no-break spaces'],
  ['\u200e+55 48 99911-2233', '5548999112233', 'a left-to-right mark'],
  ['\u202a+55 27 99812\u20113456\u202c', '5527998123456', 'bidi embedding and a no-break hyphen'],
  ["'5551991112222", '5551991112222', 'the apostrophe that makes text of a number'],
  ['１１９８７６５４３２５', '5511987654325', 'full-width digits'],
  ['Tel: 19 99654-3322', '5519996543322', 'a label'],
  ['WhatsApp +55 19 99654-3322', '5519996543322', 'a label before a plus'],
  ['5511987654321.0', '5511987654321', 'a number that a program kept as a float'],
  ['5.511987650001E12', '5511987650001', 'scientific notation with every digit'],
  ['71 8765-1234', '5571987651234', 'an old mobile gets its ninth digit'],
  ['55 61 8123-4567', '5561981234567', 'an old mobile with country code'],
  ['11 3456-7890', '551134567890', 'a landline'],
  ['+55 (11) 2345-6789', '551123456789', 'a landline with country code'],
  ['(55) 99123-4567', '5555991234567', 'area code 55, mobile'],
  ['(55) 3220-1234', '555532201234', 'area code 55, landline'],
  ['5532201234', '555532201234', 'area code 55 without a mask'],
  ['+1 (202) 555-0143', '12025550143', 'United States'],
  ['12025550143', '12025550143', 'United States without the plus, no Brazilian number'],
  ['+351 912 345 678', '351912345678', 'Portugal'],
  ['351 917 654 321', '351917654321', 'Portugal without the plus'],
  ['+54 9 11 2345-6789', '5491123456789', 'Argentina'],
  ['5493514567890', '5493514567890', 'Argentina without the plus'],
  ['+44 (0)7911 123456', '447911123456', 'United Kingdom with its trunk zero'],
  ['+34 912 345 678', '34912345678', 'Spain, a Brazilian mobile but for its plus'],
  ['0034 912 345 678', '34912345678', 'Spain with 00'],
  ['34 91234-5678', '5534912345678', 'the same digits without the plus are Brazilian'],
  ['+598 94 123 456', '59894123456', 'Uruguay'],
  ['021 21 99876 5432', '5521998765432', 'a carrier code after the trunk zero'],
  ['0055 (0) 21 99876-5432', '5521998765432', 'the international prefix and a trunk zero'],
  ['55 55 99123-4567', '5555991234567', 'country code 55 and area code 55'],
  ['555599123456', '5555999123456', 'the same, and an old mobile'],
  ['+55 (11) 8765-4321', '5511987654321', 'an old mobile with country code and mask'],
  ['+49 1512 3456789', '4915123456789', 'Germany'],
  ['+39 06 6982 1234', '390669821234', 'Italy, whose zero belongs to the number'],
  ['+244 923 123 456', '244923123456', 'Angola'],
  ['+1 11 98765-4321', '11987654321', 'a plus and what looks Brazilian is not Brazilian'],
  ['+65 9123 4567', '6591234567', 'Singapore'],
]

const refused: [raw: string, why: string][] = [
  ['não informado', 'words'],
  ['123', 'too short'],
  ['98765-4321', 'no area code'],
  ['(11) 8765', 'half a number'],
  ['00000000000', 'zeros'],
  ['+', 'a plus alone'],
  ['-', 'a dash'],
  ['55', 'a country code alone'],
  ['1198765432109876543', 'too long'],
  ['55119876543210', 'one digit too many'],
  ['fulano@exemplo.com', 'an address'],
  ['fulano11987654321@exemplo.com', 'digits within an address'],
  ['5,51199E+12', 'digits lost to scientific notation'],
  ['5.51198765432E+12', 'one digit lost to scientific notation'],
  ['(10) 98765-4321', 'no such area code'],
  ['(36) 98765-4321', 'no such area code, and no Hungarian either'],
  ['5523987654321', 'no such area code after 55'],
  ['(11) 1234-5678', 'a landline from 1'],
  ['11 08765-4321', 'a subscriber number from 0'],
  ['11 28765-4321', 'nine digits without the nine'],
  ['+55 11 123', 'a Brazilian number cut off'],
  ['0800 123 4567', '0800'],
  ['08001234567', '0800 without a blank'],
  ['+55 800 123 4567', '0800 with country code'],
  ['0300 789 1234', '0300'],
  ['0500 123 4567', '0500'],
  ['0900 123 4567', '0900'],
  ['3003-1234', 'a 3003 number'],
  ['4004-1234', 'a 4004 number'],
  ['190', 'a short code'],
  ['11 190', 'a short code with area code'],
  ['+55 190', 'a short code with country code'],
  ['1052', 'a longer short code'],
  ['*144#', 'a carrier’s service'],
  ['+999 123456789', 'no such country'],
  ['009100000000000', 'a number that would lose a zero with each reading'],
  ['++5511987654321', 'two pluses'],
  ['11 98765-4321 / 11 91234-5678', 'two numbers'],
  ['11 3456-7890 ramal 12', 'an extension'],
  ['119.876.543-21', 'a CPF'],
  ['15/03/2024', 'a date'],
  ['=5511987654321', 'a formula'],
]

describe('a number becomes digits with its country code', () => {
  test.each(written)('%j -> %s: %s', (raw, number) => {
    expect(normalizeNumber(raw)).toEqual({ ok: true, number })
  })

  test.each(refused)('%j is refused: %s', (raw) => {
    expect(normalizeNumber(raw)).toEqual({ ok: false, reason: 'NUMBER_INVALID' })
  })

  test.each(['', ' ', '\u00a0', "'", '\u200e'])('%j is empty', (raw) => {
    expect(normalizeNumber(raw)).toEqual({ ok: false, reason: 'NUMBER_EMPTY' })
  })

  test('a very long text is refused at once', () => {
    const started = performance.now()
    for (const text of ['a'.repeat(50_000), ' '.repeat(50_000), '1'.repeat(50_000), '(+1'.repeat(20_000)]) {
      expect(normalizeNumber(text).ok).toBe(false)
    }
    expect(performance.now() - started).toBeLessThan(500)
  })
})

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'0123456789+()-. xX') }),
  fc.integer({ min: 5, max: 15 }).chain(digits),
  fc.tuple(fc.constantFrom('55', '+55', '0', '', '+1', '+351', '+54'), digits(11)).map((all) => all.join('')),
)

describe('any written number', () => {
  test('an accepted number is digits and possible for libphonenumber', () => {
    fc.assert(
      fc.property(text, (raw) => {
        const result = normalizeNumber(raw)
        if (!result.ok) return
        expect(result.number).toMatch(/^[1-9]\d{5,14}$/)
        expect(parsePhoneNumberFromString(`+${result.number}`)?.isPossible()).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('normalising a normalised number with its plus changes nothing', () => {
    fc.assert(
      fc.property(text, (raw) => {
        const result = normalizeNumber(raw)
        if (result.ok) expect(normalizeNumber(`+${result.number}`)).toEqual(result)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a number read back from a file is the same', () => {
    const abroad = ['51912345678', '4791234567', '6591234567', '4512345678', '5491123456789']
    for (const number of abroad) expect(normalizeNumber(numberCell(number))).toEqual({ ok: true, number })
    fc.assert(
      fc.property(text, (raw) => {
        const result = normalizeNumber(raw)
        if (result.ok) expect(normalizeNumber(numberCell(result.number))).toEqual(result)
      }),
      { numRuns: 2_000 },
    )
  })

  test('without the plus a Brazilian number does not change either', () => {
    fc.assert(
      fc.property(text, (raw) => {
        const result = normalizeNumber(raw)
        if (result.ok && result.number.startsWith('55'))
          expect(normalizeNumber(result.number)).toEqual(result)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a Brazilian number that libphonenumber calls valid is accepted', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 9 }).chain((length) => digits(length + 2)),
        (national) => {
          const known = parsePhoneNumberFromString(`+55${national}`)
          fc.pre(known?.isValid() === true && /^(MOBILE|FIXED_LINE)$/.test(known.getType() ?? ''))
          expect(normalizeNumber(national)).toEqual({
            ok: true,
            number: canonicalKey(known?.number.slice(1) ?? ''),
          })
        },
      ),
      { numRuns: 1_000, maxSkipsPerRun: 1_000 },
    )
  })
})

test('every area code gets the same verdict as in libphonenumber', () => {
  const kinds = {
    MOBILE: ['912345678', '987654321', '999999999'],
    FIXED_LINE: ['23456789', '34567890', '51234567'],
  }
  const differing = Array.from({ length: 90 }, (_, index) => String(10 + index)).flatMap((area) =>
    Object.entries(kinds).flatMap(([kind, subscribers]) =>
      subscribers
        .map((subscriber) => `55${area}${subscriber}`)
        .filter((number) => {
          const known = parsePhoneNumberFromString(`+${number}`)
          const isKnown = known?.isValid() === true && known.getType() === kind
          const expected = isKnown ? { ok: true, number } : { ok: false, reason: 'NUMBER_INVALID' }
          return [number, `+${number}`].some(
            (spelling) => JSON.stringify(normalizeNumber(spelling)) !== JSON.stringify(expected),
          )
        }),
    ),
  )
  expect(differing).toEqual([])
})

describe('the canonical key', () => {
  test.each([
    ['557187651234', '5571987651234', 'an old mobile gets its ninth digit'],
    ['5571987651234', '5571987651234', 'a mobile is its own key'],
    ['551134567890', '551134567890', 'a landline is its own key'],
    ['5511934567890', '5511934567890', 'a new mobile never equals a landline'],
    ['351912345678', '351912345678', 'another country is left alone'],
    ['558812345678', '558812345678', 'no rule for what is no Brazilian number'],
  ])('%s -> %s: %s', (number, key) => {
    expect(canonicalKey(number)).toBe(key)
  })

  test('both spellings of every mobile are one contact', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('11', '31', '55', '71', '99'),
        fc.integer({ min: 6e7, max: 99_999_999 }),
        (area, old) => {
          expect(canonicalKey(`55${area}9${old}`)).toBe(canonicalKey(`55${area}${old}`))
        },
      ),
    )
  })
})

test.each([
  ['5511987654321', '+55 11 98765-4321'],
  ['551134567890', '+55 11 3456-7890'],
  ['351912345678', '+351 912345678'],
  ['12025550143', '+1 2025550143'],
  ['5491123456789', '+54 91123456789'],
  ['34912345678', '+34 912345678'],
  ['59894123456', '+598 94123456'],
  ['', ''],
  ['120363041234567890@g.us', '120363041234567890@g.us'],
])('the number %j is shown as %j', (number, shown) => {
  expect(formatNumber(number)).toBe(shown)
})
