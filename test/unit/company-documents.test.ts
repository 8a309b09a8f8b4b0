import { documentOf, formatDocument, isDocument, maskDocument } from '@recado/shared/companies/document'
import { describe, expect, test } from 'vitest'

describe('the document of a company', () => {
  test.each([
    ['a CPF', '529.982.247-25'],
    ['a CPF without its marks', '52998224725'],
    ['a CNPJ', '11.222.333/0001-81'],
    ['a CNPJ without its marks', '11222333000181'],
    ['a CNPJ with letters', '12.ABC.345/01DE-35'],
    ['the same in small letters', '12abc34501de35'],
  ])('%s is accepted', (_, typed) => {
    expect(isDocument(documentOf(typed))).toBe(true)
  })

  test.each([
    ['a CPF with a wrong last digit', '529.982.247-26'],
    ['a CPF with a wrong digit before it', '529.982.247-15'],
    ['a CPF of one digit alone', '111.111.111-11'],
    ['a CNPJ with a wrong last digit', '11.222.333/0001-82'],
    ['a CNPJ of one digit alone', '00.000.000/0000-00'],
    ['a CNPJ with letters and wrong digits', '12.ABC.345/01DE-53'],
    ['a CNPJ whose check digits are letters', '12ABC34501DEAB'],
    ['too few', '5299822472'],
    ['too many', '112223330001812'],
    ['nothing', ''],
  ])('%s is refused', (_, typed) => {
    expect(isDocument(documentOf(typed))).toBe(false)
  })

  test('is shown with its punctuation', () => {
    expect(formatDocument('52998224725')).toBe('529.982.247-25')
    expect(formatDocument('12ABC34501DE35')).toBe('12.ABC.345/01DE-35')
    expect(formatDocument('123')).toBe('123')
  })

  test.each([
    ['', ''],
    ['529', '529'],
    ['5299', '529.9'],
    ['52998224725', '529.982.247-25'],
    ['112223330001', '11.222.333/0001'],
    ['11.222.333/0001-81', '11.222.333/0001-81'],
    ['12abc', '12.ABC'],
    ['11222333000181999', '11.222.333/0001-81'],
  ])('%j is shown as %j while it is typed', (typed, shown) => {
    expect(maskDocument(typed)).toBe(shown)
  })
})
