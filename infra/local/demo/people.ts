import { firstOf } from '@recado/shared/first-of'

/** Number of the demo company's WhatsApp account. Like all numbers and names of the demo, it is invented. */
export const SHOP = '5511940000001'

export interface Person {
  name: string
  number: string
}

const NAMES = [
  'Marina Teles',
  'Rogério Antunes',
  'Patrícia Vasques',
  'Otávio Brandão',
  'Sueli Carvalhaes',
  'Igor Menezes',
  'Luciana Prates',
  'Edson Figueira',
  'Renata Quadros',
  'Murilo Sampaio',
  'Tânia Rezende',
  'Wagner Lobato',
  'Cecília Nogueira',
  'Heitor Paiva',
  'Jussara Leal',
  'Danilo Arantes',
  'Bianca Moraes',
  'Fábio Siqueira',
  'Noêmia Castro',
  'Leandro Vidal',
  'Priscila Torres',
  'Saulo Guedes',
  'Vera Lúcia Matos',
  'Caíque Duarte',
  'Elaine Barros',
  'Gustavo Peixoto',
  'Iracema Fontes',
  'Júlio Cordeiro',
  'Karina Bastos',
  'Lauro Pimenta',
  'Mirela Dantas',
  'Nelson Aguiar',
  'Olívia Ramalho',
  'Paulo Sérgio Melo',
  'Rafaela Coutinho',
  'Silas Medeiros',
  'Telma Borges',
  'Ubirajara Neves',
  'Valéria Pontes',
  'Yuri Machado',
] as const

/** The demo's customers. */
export const CUSTOMERS: readonly Person[] = NAMES.map((name, at) => ({
  name,
  number: `55119500${String(at + 1).padStart(5, '0')}`,
}))

/** Those of them who get the shop's campaign. The others write to the shop by themselves. */
export const LISTED = firstOf(CUSTOMERS, 24)

/** Those of them who are in the shop's group. */
export const MEMBERS = firstOf(CUSTOMERS, 6)

/** The attendants who answer by themselves until somebody signs in as them. */
export const ATTENDANTS = [
  { name: 'Caio Lopes', email: 'caio@demo.test', queues: ['Vendas', 'Entregas'] },
  { name: 'Débora Nunes', email: 'debora@demo.test', queues: ['Vendas', 'Financeiro'] },
] as const
