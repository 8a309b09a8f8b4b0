import type { Notice } from '../messages/content.ts'

/** The app's Portuguese text for a message without a form of its own. */
export const NOTICE_TEXTS: { readonly [N in Notice]: string } = {
  'view-once': 'Mensagem de visualização única: abra no celular',
  unreadable: 'Esta mensagem não pôde ser lida; veja no celular',
  poll: 'Enquete',
  'poll-result': 'Resultado da enquete',
  event: 'Evento',
  'event-canceled': 'Evento cancelado',
  'scheduled-call': 'Chamada agendada',
  call: 'Chamada',
  'missed-call': 'Chamada de voz perdida',
  'missed-video-call': 'Chamada de vídeo perdida',
  order: 'Pedido',
  product: 'Produto',
  payment: 'Pagamento: veja no celular',
  'payment-request': 'Cobrança: veja no celular',
  'group-invite': 'Convite para um grupo',
  'channel-invite': 'Convite para um canal',
  'number-request': 'Pediu o seu número de telefone',
  album: 'Álbum',
  'sticker-pack': 'Pacote de figurinhas',
  'status-mention': 'Mencionou você em um status',
  'earlier-messages': 'Mensagens anteriores do grupo: veja no celular',
}
