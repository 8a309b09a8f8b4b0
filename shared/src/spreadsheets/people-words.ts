import type { Language } from '../language.ts'

/** The columns of the contacts, in their order. */
export const CONTACT_COLUMNS = [
  'name',
  'number',
  'email',
  'var1',
  'var2',
  'var3',
  'tags',
  'extraInfo',
] as const

interface PeopleWords {
  /** The name of a file of people without a name of its own. */
  name: string
  columns: Record<(typeof CONTACT_COLUMNS)[number] | 'admin', string>
  yes: string
  no: string
}

/** Words of contacts, extracted contacts and members of groups. An import finds its columns by these titles. */
export const PEOPLE_WORDS: Record<Language, PeopleWords> = {
  pt: {
    name: 'Contatos',
    columns: {
      name: 'nome',
      number: 'numero',
      email: 'email',
      var1: 'var1',
      var2: 'var2',
      var3: 'var3',
      tags: 'etiquetas',
      extraInfo: 'informações',
      admin: 'admin',
    },
    yes: 'sim',
    no: 'não',
  },
  en: {
    name: 'Contacts',
    columns: {
      name: 'name',
      number: 'number',
      email: 'email',
      var1: 'var1',
      var2: 'var2',
      var3: 'var3',
      tags: 'tags',
      extraInfo: 'information',
      admin: 'admin',
    },
    yes: 'yes',
    no: 'no',
  },
  es: {
    name: 'Contactos',
    columns: {
      name: 'nombre',
      number: 'número',
      email: 'correo',
      var1: 'var1',
      var2: 'var2',
      var3: 'var3',
      tags: 'etiquetas',
      extraInfo: 'información',
      admin: 'admin',
    },
    yes: 'sí',
    no: 'no',
  },
}
