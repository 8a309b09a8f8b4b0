/**
 * What can go wrong, in plain words. `fields` are asked for: `account` is one of the linked phones, the others are
 * inputs; `body` turns their values into the control API's words. A fault that is `once` happens and is over.
 */
export const FAULTS = [
  {
    kind: 'disconnect',
    once: true,
    title: 'A conexão cai',
    says: 'A linha é cortada sem aviso. O sistema deve reconectar sozinho.',
    fields: ['account'],
  },
  {
    kind: 'replace',
    once: true,
    title: 'Outro programa assume a conexão',
    says: 'O WhatsApp avisa que a sessão foi aberta em outro lugar e encerra esta.',
    fields: ['account'],
  },
  {
    kind: 'unlink',
    once: true,
    title: 'O dono desconecta o aparelho',
    says: 'No celular, o aparelho conectado é removido. É preciso ler o QR code de novo.',
    fields: ['account'],
  },
  {
    kind: 'streamError',
    once: true,
    title: 'O WhatsApp fica fora do ar por um instante',
    says: 'O servidor responde com o erro 503 e fecha a conexão.',
    fields: ['account'],
    body: (values) => ({ ...values, code: 503 }),
  },
  {
    kind: 'freeze',
    title: 'O WhatsApp emudece',
    says: 'A conexão fica aberta, mas nada é recebido nem respondido.',
    fields: ['account'],
  },
  {
    kind: 'reachOutLock',
    title: 'Bloqueio de novos contatos',
    says: 'A conta só consegue escrever para quem já escreveu para ela (erro 463).',
    fields: ['account', { name: 'minutes', label: 'Minutos', value: 10, min: 1 }],
    body: ({ number, minutes }) => ({ number, seconds: minutes * 60 }),
  },
  {
    kind: 'coldChatLimit',
    title: 'Limite de conversas novas',
    says: 'Depois de tantas conversas com quem nunca escreveu, a conta é bloqueada por um tempo.',
    fields: [
      'account',
      { name: 'chats', label: 'Conversas', value: 5, min: 1 },
      { name: 'minutes', label: 'Minutos de bloqueio', value: 10, min: 1 },
    ],
    body: ({ number, chats, minutes }) => ({ number, chats, seconds: minutes * 60 }),
  },
  {
    kind: 'nack',
    title: 'Mensagens para um número são recusadas',
    says: 'O WhatsApp não aceita o que é enviado para este número.',
    fields: [
      { name: 'to', label: 'Número', type: 'tel', value: '' },
      { name: 'code', label: 'Código', value: 463, min: 400, max: 599 },
    ],
  },
  {
    kind: 'ackDelay',
    title: 'Confirmações demoram',
    says: 'As mensagens chegam, mas a confirmação do servidor atrasa.',
    fields: [{ name: 'seconds', label: 'Segundos', value: 5, min: 1 }],
    body: ({ seconds }) => ({ ms: seconds * 1000 }),
  },
  {
    kind: 'uploadStatus',
    title: 'Envio de arquivos falha',
    says: 'Fotos, áudios e documentos não podem ser enviados.',
    fields: [{ name: 'status', label: 'Código HTTP', value: 500, min: 400, max: 599 }],
  },
  {
    kind: 'checkLimit',
    title: 'Limite de verificação de números',
    says: 'Verificar mais números do que isto por minuto é recusado (erro 429).',
    fields: [{ name: 'perMinute', label: 'Números por minuto', value: 20, min: 0 }],
  },
  {
    kind: 'passkey',
    title: 'A conta pede uma chave de acesso',
    says: 'Na próxima vinculação, o WhatsApp exige uma chave de acesso e não continua.',
    fields: [{ name: 'number', label: 'Número', type: 'tel', value: '' }],
  },
  {
    kind: 'refuseLogin',
    title: 'Conta banida ou recusada',
    says: 'Ao entrar de novo, a conta é recusada: 402 por um tempo, 403 e 406 banida, 405 versão antiga.',
    fields: ['account', { name: 'reason', label: 'Código', value: 403, min: 400, max: 599 }],
  },
  {
    kind: 'loginSilence',
    title: 'O login não é respondido',
    says: 'Ao entrar de novo, a conta não recebe resposta nenhuma.',
    fields: ['account'],
  },
  {
    kind: 'oldestClient',
    title: 'A versão do cliente é antiga demais',
    says: 'Clientes com uma revisão menor do que esta são recusados (erro 405).',
    fields: [{ name: 'revision', label: 'Revisão', value: 2_000_000_000, min: 1 }],
  },
  {
    kind: 'upgrade',
    title: 'A conexão não abre',
    says: 'O servidor responde com um erro HTTP em vez de abrir a conexão.',
    fields: [{ name: 'answer', label: 'Código HTTP', value: 503, min: 400, max: 599 }],
  },
  {
    kind: 'pairingCut',
    title: 'A linha cai logo depois da vinculação',
    says: 'Na próxima vinculação deste número, a linha é cortada antes do primeiro login.',
    fields: [{ name: 'number', label: 'Número', type: 'tel', value: '' }],
    body: (values) => ({ ...values, before: 'login' }),
  },
  {
    kind: 'newChatCap',
    title: 'Cota de conversas novas esgotada',
    says: 'O WhatsApp avisa que a cota de conversas novas da conta acabou.',
    fields: ['account', { name: 'quota', label: 'Cota', value: 50, min: 1 }],
    body: ({ number, quota }) => ({ number, status: 'CAPPED', quota, used: quota }),
  },
  {
    kind: 'limitsUnknown',
    title: 'O WhatsApp não diz os limites da conta',
    says: 'A pergunta sobre bloqueio e cota é respondida com um erro.',
    fields: ['account'],
  },
  {
    kind: 'checkUnanswered',
    title: 'A verificação de um número fica sem resposta',
    says: 'O WhatsApp responde sobre os outros números e deixa este de fora.',
    fields: [{ name: 'to', label: 'Número', type: 'tel', value: '' }],
  },
]
