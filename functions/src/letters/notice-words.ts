/** Words of mails about notices. Sentences in `subject` position have no full stop. */
export interface NoticeWords {
  open: string
  choose: string
  connectionDown(name: string): string
  triesAgain: string
  connectAgain: string
  /** The account is banned for good, as far as anybody knows. */
  banned: string
  /** A temporary ban without a known end. */
  suspended: string
  suspendedUntil(time: string): string
  thenContinue: string
  campaignEnded(name: string): string
  campaignWaiting(name: string): string
  campaignFailing(name: string): string
  figures(sent: number, failed: number): string
  noRecipients: string
  /** Why a campaign waits, by its reason. */
  why: { readonly fault: string; readonly [reason: string]: string }
  imported: string
  importFailed: string
  rows(imported: number, refused: number): string
  planInUse(limited: string, used: number, limit: number): string
  limited: Readonly<Record<string, string>>
  due(date: string): string
  overdue(date: string): string
  stops: string
}

export const PT: NoticeWords = {
  open: 'Abrir no Recado',
  choose: 'Para escolher quais avisos chegam por e-mail, abra o sino do Recado e “Como quero ser avisado”.',
  connectionDown: (name) => `a conexão ${name} está fora do ar`,
  triesAgain: 'O Recado continua tentando. Confira se o celular está ligado e com internet.',
  connectAgain: 'Nada sai por ela até alguém conectar de novo.',
  banned: 'O WhatsApp recusou esta conta. Peça uma revisão no WhatsApp do celular, ou conecte outro número.',
  suspended:
    'O WhatsApp suspendeu esta conta por um tempo. O fim da suspensão aparece no WhatsApp do celular. Não conecte antes.',
  suspendedUntil: (time) => `O WhatsApp suspendeu esta conta até ${time}. Não conecte antes.`,
  thenContinue: 'Depois, conecte de novo e continue a campanha.',
  campaignEnded: (name) => `a campanha ${name} terminou`,
  campaignWaiting: (name) => `a campanha ${name} está parada`,
  campaignFailing: (name) => `muitas mensagens da campanha ${name} falham`,
  figures: (sent, failed) => `Enviadas: ${sent}. Falhas: ${failed}.`,
  noRecipients: 'Não havia contatos quando ela começou.',
  why: {
    fault: 'Houve um erro interno. O Recado tenta de novo a cada poucos minutos.',
    'logged-out': 'A conexão foi desconectada do WhatsApp. Conecte de novo e continue a campanha.',
    banned: 'O WhatsApp baniu esta conta. Veja na conexão o que fazer antes de continuar a campanha.',
    media: 'O anexo não pôde ser lido.',
    refusals: 'O WhatsApp recusou várias mensagens seguidas. Confira no celular se ele ainda envia.',
    undelivered:
      'O WhatsApp aceitou várias mensagens, mas nenhuma chegou a um celular. Confira no celular se há um aviso de restrição.',
  },
  imported: 'sua importação terminou',
  importFailed: 'sua importação não deu certo',
  rows: (imported, refused) => `Importados: ${imported}. Recusados: ${refused}.`,
  planInUse: (limited, used, limit) => `seu plano tem em uso ${used} de ${limit} ${limited}`,
  limited: { users: 'usuários', connections: 'conexões', queues: 'filas' },
  due: (date) => `sua assinatura vence em ${date}`,
  overdue: (date) => `sua assinatura venceu em ${date}`,
  stops: 'Os envios param quatro dias depois do vencimento.',
}

export const EN: NoticeWords = {
  open: 'Open in Recado',
  choose: 'To choose which notices come by e-mail, open the bell in Recado and “How I want to be notified”.',
  connectionDown: (name) => `the connection ${name} is down`,
  triesAgain: 'Recado keeps trying. Check that the phone is switched on and online.',
  connectAgain: 'Nothing is sent through it until somebody connects it again.',
  banned: 'WhatsApp refused this account. Ask for a review in WhatsApp on the phone, or link another number.',
  suspended:
    'WhatsApp temporarily suspended this account. WhatsApp on the phone shows when this ends. Do not connect before then.',
  suspendedUntil: (time) => `WhatsApp suspended this account until ${time}. Do not connect before then.`,
  thenContinue: 'Then connect again and continue the campaign.',
  campaignEnded: (name) => `the campaign ${name} has ended`,
  campaignWaiting: (name) => `the campaign ${name} has stopped`,
  campaignFailing: (name) => `many messages of the campaign ${name} are failing`,
  figures: (sent, failed) => `Sent: ${sent}. Failed: ${failed}.`,
  noRecipients: 'There were no contacts when it began.',
  why: {
    fault: 'There was an internal error. Recado tries again every few minutes.',
    'logged-out': 'The connection was logged out of WhatsApp. Connect it again and continue the campaign.',
    banned:
      'WhatsApp banned this account. See the connection for what to do before you continue the campaign.',
    media: 'The attachment could not be read.',
    refusals: 'WhatsApp refused several messages in a row. Check on the phone that it still sends.',
    undelivered:
      'WhatsApp accepted several messages, but none reached a phone. Check the phone for a restriction notice.',
  },
  imported: 'your import has ended',
  importFailed: 'your import has failed',
  rows: (imported, refused) => `Imported: ${imported}. Refused: ${refused}.`,
  planInUse: (limited, used, limit) => `your plan has ${used} of ${limit} ${limited} in use`,
  limited: { users: 'users', connections: 'connections', queues: 'queues' },
  due: (date) => `your subscription is due on ${date}`,
  overdue: (date) => `your subscription was due on ${date}`,
  stops: 'Sending stops four days after the due date.',
}

export const ES: NoticeWords = {
  open: 'Abrir en Recado',
  choose:
    'Para elegir qué avisos llegan por correo, abra la campana de Recado y “Cómo quiero recibir avisos”.',
  connectionDown: (name) => `la conexión ${name} está caída`,
  triesAgain: 'Recado sigue intentando. Compruebe que el celular esté encendido y con internet.',
  connectAgain: 'No se envía nada por ella hasta que alguien la conecte de nuevo.',
  banned:
    'WhatsApp rechazó esta cuenta. Pida una revisión en el WhatsApp del celular, o vincule otro número.',
  suspended:
    'WhatsApp suspendió esta cuenta por un tiempo. El fin de la suspensión aparece en el WhatsApp del celular. No la conecte antes.',
  suspendedUntil: (time) => `WhatsApp suspendió esta cuenta hasta ${time}. No la conecte antes.`,
  thenContinue: 'Después, conéctela de nuevo y continúe la campaña.',
  campaignEnded: (name) => `la campaña ${name} terminó`,
  campaignWaiting: (name) => `la campaña ${name} está detenida`,
  campaignFailing: (name) => `muchos mensajes de la campaña ${name} están fallando`,
  figures: (sent, failed) => `Enviados: ${sent}. Fallidos: ${failed}.`,
  noRecipients: 'No había contactos cuando comenzó.',
  why: {
    fault: 'Hubo un error interno. Recado vuelve a intentarlo cada pocos minutos.',
    'logged-out': 'La conexión fue desconectada de WhatsApp. Conéctela de nuevo y continúe la campaña.',
    banned: 'WhatsApp bloqueó esta cuenta. Vea en la conexión qué hacer antes de continuar la campaña.',
    media: 'No se pudo leer el adjunto.',
    refusals: 'WhatsApp rechazó varios mensajes seguidos. Compruebe en el celular si todavía envía.',
    undelivered:
      'WhatsApp aceptó varios mensajes, pero ninguno llegó a un celular. Compruebe en el celular si hay un aviso de restricción.',
  },
  imported: 'su importación terminó',
  importFailed: 'su importación falló',
  rows: (imported, refused) => `Importados: ${imported}. Rechazados: ${refused}.`,
  planInUse: (limited, used, limit) => `su plan tiene en uso ${used} de ${limit} ${limited}`,
  limited: { users: 'usuarios', connections: 'conexiones', queues: 'colas' },
  due: (date) => `su suscripción vence el ${date}`,
  overdue: (date) => `su suscripción venció el ${date}`,
  stops: 'Los envíos se detienen cuatro días después del vencimiento.',
}
