import {
  OPT_OUT_LINE,
  partsOf,
  variantsOf,
  type Written,
  type WrittenFor,
  withVariantUsed,
} from '@recado/shared/campaigns/message/message-parts'
import { isOptOut } from '@recado/shared/contact-blocks/opt-out-words'
import type { Content } from '@recado/shared/messages/content'
import { describe, expect, test } from 'vitest'
import { aCampaign } from '../support/builders.ts'

const MARIA: WrittenFor = {
  name: 'Maria',
  number: '5511912345678',
  email: '',
  var1: '',
  var2: '',
  var3: '',
  variant: 1,
  confirmationVariant: 1,
}
const MORNING = Date.parse('2026-03-02T13:00:00Z')
const TEXT = { message1: 'Oi {nome}' }
const PHOTO = {
  mediaKey: 'company/foto',
  mediaName: 'foto.png',
  mediaType: 'image/png',
  mediaBytes: 1000,
}
const PDF = { ...PHOTO, mediaName: 'tabela.pdf', mediaType: 'application/pdf' }
const CARD = { contactName: 'Loja', contactNumber: '5511955554444' }

const parts = (
  written: Partial<Written>,
  { zone = 'America/Sao_Paulo', ...recipient }: Partial<WrittenFor> & { zone?: string } = {},
) =>
  partsOf(
    aCampaign({ message1: null, ...written }),
    { ...MARIA, ...recipient },
    { at: MORNING, timeZone: zone },
  )

/** A short form of a part: its text, or its kind with its caption. */
const said = (content: Content): string => {
  if (content.type === 'text') return content.text
  if (content.type === 'contact') return `contact ${content.contacts[0]?.name}`
  return 'caption' in content && content.caption ? `${content.type}: ${content.caption}` : content.type
}

describe('the text for a recipient', () => {
  const VARIANTS = {
    message1: 'Um {nome}',
    message2: '  ',
    message3: '{saudacao} {nome} ',
    message5: 'Cinco',
  }

  test('a campaign’s variants are its messages with a text', () => {
    expect(variantsOf(aCampaign(VARIANTS))).toEqual([1, 3, 5])
    expect(variantsOf(aCampaign({ ...VARIANTS, confirmationMessage2: 'Posso?' }), 'confirmation')).toEqual([
      2,
    ])
  })

  test('is the text of its own variant, with variables filled in and trimmed', () => {
    expect(parts(VARIANTS, { variant: 3 }).map(said)).toEqual(['Bom dia Maria'])
    expect(parts(VARIANTS, { variant: 5 }).map(said)).toEqual(['Cinco'])
  })

  test('is the first variant’s text if its own variant was emptied since', () => {
    expect(parts(VARIANTS, { variant: 2 }).map(said)).toEqual(['Um Maria'])
  })

  test('counts for the variant whose text it is', () => {
    const campaign = aCampaign({ ...VARIANTS, confirmationMessage2: 'Posso?' })
    const written = { ...MARIA, variant: 2, confirmationVariant: 1 }
    expect(withVariantUsed(campaign, written, 'message')).toEqual({ ...written, variant: 1 })
    expect(withVariantUsed(campaign, { ...written, variant: 3 }, 'message')).toEqual({
      ...written,
      variant: 3,
    })
    expect(withVariantUsed(campaign, written, 'confirmation')).toEqual({ ...written, confirmationVariant: 2 })
    expect(withVariantUsed(aCampaign({ message1: null }), written, 'message')).toEqual(written)
  })

  test('has the greeting of the company’s time zone', () => {
    expect(parts(VARIANTS, { variant: 3, zone: 'America/Noronha' }).map(said)).toEqual(['Bom dia Maria'])
    expect(parts({ message1: '{saudacao}' }, { zone: 'America/Rio_Branco' }).map(said)).toEqual(['Bom dia'])
  })

  test('may be empty, and then nothing is sent', () => {
    expect(parts({ message1: '{var1}' })).toEqual([])
    expect(parts({ message1: '{var1}', block: true })).toEqual([])
  })
})

describe('the opt-out line', () => {
  test('is below the text, and its word opts out', () => {
    expect(parts({ ...TEXT, block: true }).map(said)).toEqual([`Oi Maria\n\n${OPT_OUT_LINE}`])
    expect(isOptOut(/responda (\w+)/.exec(OPT_OUT_LINE)?.[1] ?? '')).toBe(true)
  })

  test('is below an attachment without a text: its caption, or a message after it', () => {
    const alone = { block: true, mediaMode: 'below' } as const
    expect(parts({ ...alone, ...PHOTO }).map(said)).toEqual([`image: ${OPT_OUT_LINE}`])
    expect(parts({ ...alone, ...PDF }).map(said)).toEqual(['document', OPT_OUT_LINE])
    expect(parts({ ...alone, ...PDF }, { isGroup: true }).map(said)).toEqual(['document'])
  })

  test('is left out for a group, where an answer would not belong to one person', () => {
    expect(parts({ ...TEXT, block: true }, { isGroup: true }).map(said)).toEqual(['Oi Maria'])
  })
})

test('a group gets no number in its message: its own is an id of WhatsApp', () => {
  const message1 = 'Oi {nome}: {numero}'
  expect(parts({ ...TEXT, message1 }, { isGroup: true }).map(said)).toEqual(['Oi Maria:'])
  expect(parts({ ...TEXT, message1 }).map(said)).toEqual([expect.stringMatching(/^Oi Maria: 55\d+$/)])
})

describe('an attachment', () => {
  test.for([
    ['a photo above', { ...TEXT, ...PHOTO, mediaMode: 'above' }, ['image: Oi Maria']],
    ['a photo below', { ...TEXT, ...PHOTO, mediaMode: 'below' }, ['Oi Maria', 'image']],
    ['a photo on both sides', { ...TEXT, ...PHOTO, mediaMode: 'both' }, ['image', 'Oi Maria', 'image']],
    ['a document above', { ...TEXT, ...PDF, mediaMode: 'above' }, ['document', 'Oi Maria']],
    [
      'a document on both sides',
      { ...TEXT, ...PDF, mediaMode: 'both' },
      ['document', 'Oi Maria', 'document'],
    ],
    ['nothing but a photo below', { ...PHOTO, mediaMode: 'below' }, ['image']],
    ['nothing but a photo on both sides', { ...PHOTO, mediaMode: 'both' }, ['image']],
    ['one that was never uploaded', { ...TEXT, ...PHOTO, mediaKey: null }, ['Oi Maria']],
  ] as const)('%s', ([, written, expected]) => {
    expect(parts(written).map(said)).toEqual(expected)
  })

  test.for([
    ['image/jpeg', 1000, 'image'],
    ['image/webp', 1000, 'document'],
    ['image/png', 17 * 2 ** 20, 'document'],
    ['video/mp4', 1000, 'video'],
    ['audio/mpeg', 1000, 'audio'],
    ['audio/ogg', 1000, 'document'],
    ['application/octet-stream', 1000, 'document'],
  ] as const)('of %s and %i bytes is sent as %s', ([mediaType, mediaBytes, kind]) => {
    expect(parts({ ...PHOTO, mediaType, mediaBytes }).map(({ type }) => type)).toEqual([kind])
  })
})

describe('a contact card', () => {
  test.for([
    ['above', ['contact Loja', 'Oi Maria']],
    ['below', ['Oi Maria', 'contact Loja']],
  ] as const)('%s the text', ([contactMode, expected]) => {
    expect(parts({ ...TEXT, ...CARD, contactMode }).map(said)).toEqual(expected)
  })

  test('is next to the text, between text and attachment', () => {
    const all = { ...TEXT, ...CARD, ...PDF, mediaMode: 'both', contactMode: 'below' } as const
    expect(parts(all).map(said)).toEqual(['document', 'Oi Maria', 'contact Loja', 'document'])
    expect(parts({ ...all, contactMode: 'above' }).map(said)).toEqual([
      'document',
      'contact Loja',
      'Oi Maria',
      'document',
    ])
  })
})

describe('the confirmation question', () => {
  test('is only a text, with any parts of the message', () => {
    const campaign = aCampaign({
      ...TEXT,
      ...PDF,
      ...CARD,
      confirmationMessage1: 'Posso, {nome}?',
      block: true,
    })
    const asked = partsOf(campaign, MARIA, {
      step: 'confirmation',
      at: MORNING,
      timeZone: 'America/Sao_Paulo',
    })
    expect(asked.map(said)).toEqual([`Posso, Maria?\n\n${OPT_OUT_LINE}`])
  })
})
