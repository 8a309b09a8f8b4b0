/** A customer's message. Pictures and voice notes are the simulator's samples. */
export type Line =
  | { type: 'text'; text: string }
  | { type: 'image'; caption?: string }
  | { type: 'voice' }
  | { type: 'location'; latitude: number; longitude: number; name: string }

/** One turn of a conversation: the customer's messages, and the attendant's answer. */
interface Turn {
  customer: readonly (string | Exclude<Line, { type: 'text' }>)[]
  attendant: string
}

/** A conversation with the shop, from the customer's first word to the end. */
export interface Scene {
  queue: 'Vendas' | 'Entregas' | 'Financeiro'
  turns: readonly Turn[]
  /** The label that the attendant puts on it. */
  tag?: 'Orçamento' | 'Pedido feito' | 'Em entrega' | 'Reclamação'
  /** The customer's rate; undefined: no answer. */
  rate?: string
  /** The customer's message after the end. */
  farewell?: string
}

/** The conversations of the demo: a shop of plants and gifts. */
export const SCENES: readonly Scene[] = [
  {
    queue: 'Vendas',
    tag: 'Orçamento',
    rate: '5',
    farewell: 'obrigada!!',
    turns: [
      {
        customer: ['Oi, boa tarde', 'Vocês têm orquídea branca? É pra presente'],
        attendant: 'Oi! Temos sim, a branca sai por R$ 89,00 com vaso e cartão. É pra que dia?',
      },
      {
        customer: ['Pra sábado de manhã', 'Dá pra entregar na Vila Mariana?'],
        attendant: 'Dá, sim. A entrega na Vila Mariana é R$ 12,00, entre 9h e 12h. Posso reservar?',
      },
      {
        customer: ['Pode reservar 🙌'],
        attendant: 'Reservada! Vou te mandar o link do pagamento por aqui. Muito obrigado 💚',
      },
    ],
  },
  {
    queue: 'Entregas',
    tag: 'Em entrega',
    rate: '4',
    turns: [
      {
        customer: ['Bom dia, meu pedido era pra ter chegado ontem', 'Pedido 3187'],
        attendant: 'Bom dia! Peço desculpas pela demora. Já estou falando com o entregador, um minuto.',
      },
      {
        customer: ['Ok, fico no aguardo. Vou estar em casa até as 14h'],
        attendant: 'Ele está a caminho e chega até as 13h30. Qualquer coisa me chama aqui.',
      },
      {
        customer: [{ type: 'image', caption: 'Chegou agora! Vieram lindas' }],
        attendant: 'Que bom! 😍 Aproveite!',
      },
    ],
  },
  {
    queue: 'Financeiro',
    rate: 'nota 5',
    turns: [
      {
        customer: ['Olá, preciso da nota fiscal da compra da semana passada'],
        attendant: 'Olá! Claro. Me passa o CNPJ ou o CPF e o e-mail, por favor?',
      },
      {
        customer: ['É no nome da empresa, vou mandar por áudio que é mais fácil', { type: 'voice' }],
        attendant: 'Perfeito, ouvi aqui. Acabei de enviar a nota para o e-mail que você falou.',
      },
      { customer: ['Recebi, valeu'], attendant: 'Disponha! Até a próxima.' },
    ],
  },
  {
    queue: 'Vendas',
    tag: 'Pedido feito',
    rate: '5️⃣',
    farewell: 'muito obrigado',
    turns: [
      {
        customer: ['Vocês montam kit de jardim pra varanda pequena?'],
        attendant: 'Montamos! Me manda uma foto da varanda e diz se bate sol, que eu sugiro as plantas.',
      },
      {
        customer: [{ type: 'image', caption: 'É essa aqui, pega sol de manhã' }],
        attendant: 'Ficou ótima pra temperos e uma jabuticabeira em vaso. O kit sai R$ 240,00 montado.',
      },
      {
        customer: ['Gostei demais. Vocês vêm montar?', 'Moro perto da loja'],
        attendant: 'Vamos, sim! Quinta às 15h fica bom? Anoto aqui seu endereço.',
      },
      {
        customer: [
          { type: 'location', latitude: -23.5874, longitude: -46.6576, name: 'Minha casa' },
          'Quinta está ótimo',
        ],
        attendant: 'Anotado. Até quinta!',
      },
    ],
  },
  {
    queue: 'Entregas',
    tag: 'Reclamação',
    rate: '2',
    turns: [
      {
        customer: ['O vaso chegou quebrado 😞', { type: 'image', caption: 'Olha o estado' }],
        attendant: 'Poxa, sinto muito por isso! Vou mandar outro hoje mesmo, sem custo. Pode ser até as 18h?',
      },
      {
        customer: ['Pode, mas por favor confere antes de sair'],
        attendant: 'Vou conferir pessoalmente e te aviso quando sair daqui.',
      },
    ],
  },
  {
    queue: 'Financeiro',
    turns: [
      {
        customer: ['Oi! Paguei o pix mas o pedido ainda aparece como pendente'],
        attendant: 'Oi! Me manda o comprovante, por favor? Eu dou baixa agora.',
      },
      {
        customer: [{ type: 'image', caption: 'Comprovante' }],
        attendant: 'Prontinho, pagamento confirmado. O pedido já foi para a separação.',
      },
    ],
  },
  {
    queue: 'Vendas',
    rate: '⭐⭐⭐⭐⭐',
    turns: [
      {
        customer: ['Qual o horário de vocês no feriado?'],
        attendant: 'No feriado abrimos das 9h às 13h. Esperamos você!',
      },
      { customer: ['Show, obrigado'], attendant: 'Até lá! 🌿' },
    ],
  },
  {
    queue: 'Vendas',
    tag: 'Orçamento',
    turns: [
      {
        customer: ['Boa tarde! Fazem arranjo pra casamento?', 'São umas 20 mesas, em março'],
        attendant: 'Boa tarde! Fazemos, sim. Você já tem uma ideia de cores e de flores?',
      },
      {
        customer: ['Branco e verde, bem simples', 'Me passa uma ideia de preço?'],
        attendant: 'A partir de R$ 65,00 por mesa, com montagem. Posso te mandar um orçamento por escrito?',
      },
      { customer: ['Pode sim'], attendant: 'Envio até amanhã ao meio-dia. Obrigada pelo contato!' },
    ],
  },
  {
    queue: 'Entregas',
    turns: [
      {
        customer: ['Consigo trocar o endereço da entrega de amanhã?'],
        attendant: 'Consegue! Qual é o novo endereço?',
      },
      {
        customer: ['Rua das Acácias, 120, apto 31, Pinheiros'],
        attendant: 'Troquei aqui. A entrega continua para amanhã de manhã.',
      },
    ],
  },
]

/** Answers to a campaign's message. */
export const ANSWERS_TO_NEWS: readonly Scene[] = [
  {
    queue: 'Vendas',
    tag: 'Pedido feito',
    rate: '5',
    turns: [
      {
        customer: ['Quero! Ainda tem?'],
        attendant: 'Tem sim! Quer que eu separe uma para você?',
      },
      { customer: ['Separa duas por favor, passo aí hoje'], attendant: 'Separadas. Até mais tarde! 🌱' },
    ],
  },
  {
    queue: 'Vendas',
    turns: [
      {
        customer: ['Essa promoção vale para entrega também?'],
        attendant: 'Vale, sim. A entrega é grátis acima de R$ 150,00.',
      },
      { customer: ['Boa! Vou escolher e já volto'], attendant: 'Combinado, estou por aqui.' },
    ],
  },
  {
    queue: 'Vendas',
    tag: 'Orçamento',
    turns: [
      {
        customer: [{ type: 'image', caption: 'Tem essa aqui na promoção?' }],
        attendant: 'Essa é a costela-de-adão, entra na promoção por R$ 59,00.',
      },
    ],
  },
]

/** Words of the members of the demo's group. */
export const GROUP_TALK = [
  'Gente, minha suculenta está ficando mole, o que eu faço?',
  'Menos água e mais sol! Comigo resolveu',
  'Alguém vai na feira de domingo?',
  'Eu vou! Quero ver as bromélias',
  'Olha só como ficou a minha samambaia 😍',
  'Que linda! Qual adubo você usa?',
  'Húmus de minhoca, uma vez por mês',
  'Bom dia, grupo! Hoje tem muda nova na loja?',
] as const
