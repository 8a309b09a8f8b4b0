import { beforeAll, expect, test } from 'vitest'
import { companyFormValues, maskPhone, validateCompanyForm } from '../../web/src/companies/form/values.ts'
import pt from '../../web/src/i18n/pt.json' with { type: 'json' }
import { settingsSearch } from '../../web/src/settings/search.ts'
import { speakPortuguese } from '../support/portuguese.ts'

beforeAll(speakPortuguese)

test('the form of a new company says in Portuguese which fields are required', () => {
  expect(validateCompanyForm(companyFormValues(undefined))).toEqual({
    name: 'Campo obrigatório',
    email: 'Campo obrigatório',
    planId: 'Campo obrigatório',
  })
})

test.each([
  ['11', '11'],
  ['119', '(11) 9'],
  ['1198765', '(11) 9876-5'],
  ['1134567890', '(11) 3456-7890'],
  ['11987654321', '(11) 98765-4321'],
  ['(11) 98765-43211', '(11) 98765-4321'],
  ['+351 912 345 678', '+351 912 345 678'],
])('a phone typed as %s is shown as %s', (typed, shown) => {
  expect(maskPhone(typed)).toBe(shown)
})

test('the settings’ address drops unknown parameters and keeps the others', () => {
  expect(
    settingsSearch.parse({ tab: 'companies', due: 'in7', archived: 'maybe', dialog: 'x', id: 'A' }),
  ).toEqual({
    tab: 'companies',
    due: 'in7',
    id: 'A',
    archived: undefined,
    dialog: undefined,
  })
})

/** Part 2 §8, to the letter. */
test('the Portuguese texts have the specified words', () => {
  expect(pt['common.done']).toBe('Operação realizada com sucesso!')
  expect(pt['companies.resetDone']).toBe('O email de acesso foi reenviado com sucesso!')
  expect(pt['administration.failed']).toBe('Não foi possível realizar a operação')
  expect(pt['plans.notSaved']).toBe(
    'verifique se já existe uma plano com o mesmo nome ou se os campos foram preenchidos corretamente',
  )
})
