import type { ContactDetails } from '@recado/shared/contacts/contact'

const AT = '2026-11-23T12:00:00.000Z'

/** A contact as the app gets it: WhatsApp gave its name, and nothing else is known. */
export const aShownContact = (of: Partial<ContactDetails> = {}): ContactDetails => ({
  id: 'C1',
  name: 'Ana',
  nameFrom: 'whatsapp',
  number: '5511944770001',
  lid: null,
  email: '',
  tagIds: [],
  botDisabled: false,
  createdAt: AT,
  updatedAt: AT,
  var1: '',
  var2: '',
  var3: '',
  extraInfo: [],
  notes: [],
  blocked: null,
  endedOptOuts: [],
  mergedFrom: [],
  ...of,
})
