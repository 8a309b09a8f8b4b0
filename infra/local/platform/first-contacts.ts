import { firstOf } from '@recado/shared/first-of'
import { type AccountContact, PlatformAccount } from './account.ts'

/** The same at each start, so that a company stays connected over restarts. */
export const TOKEN = 'plataforma-de-exemplo-4821'

/** Invented, like all names and numbers here. */
const CUSTOMERS = [
  'Helena Braga',
  'Tiago Rezende',
  'Marlene Pontes',
  'Davi Coutinho',
  'Rosângela Lima',
  'Ivo Nakamura',
  'Bruna Sales',
  'Caetano Furtado',
]
/** Parts of the readers' names: 20 × 10 × 6 make 1,200, more than two campaigns to a tag of 500 contacts each. */
const NAME_PARTS = [
  'Alice Bento Clara Dirceu Elza Flávio Gilda Hugo Inês Joel Laís Mauro Nina Orlando Pilar Quirino Rute Sílvio Talita Ulisses',
  'Abreu Bastos Camargo Dantas Esteves Falcão Góes Hoffmann Iglesias Jardim',
  'Lacerda Moura Neves Ornelas Pedrosa Queiroz',
].map((names) => names.split(' '))

/** The account that the local system starts with. */
export function firstAccount(): PlatformAccount {
  const account = new PlatformAccount()
  account.tokens.add(TOKEN)
  const customers = CUSTOMERS.map((name, at) => contactOf(name, at))
  account.tags.set('Clientes', customers)
  account.tags.set('Orçamento', customers.slice(5))
  account.tags.set('Novidades', [...firstOf(customers, 3), ...readers()])
  return account
}

function readers(): AccountContact[] {
  const [first = [], second = [], third = []] = NAME_PARTS
  const names = third.flatMap((c) => second.flatMap((b) => first.map((a) => `${a} ${b} ${c}`)))
  // Neighbours have different names.
  return names.map((_, at) => contactOf(names[(at * 337) % names.length] ?? '', CUSTOMERS.length + at))
}

const contactOf = (name: string, at: number): AccountContact => ({
  name,
  number: `55119${30_000_001 + at * 7}`,
})
